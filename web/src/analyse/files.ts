/** Positions and games, in and out. */

import * as api from '../api/client';
import type { RecordedGame, Variant } from '../api/types';
import { GameTree } from '../game/tree';
import { button, el, fill, save } from '../ui/dom';
import { complain, note } from '../ui/say';

export interface FileHooks {
  variant: () => Variant;
  fen: () => string;
  game: () => GameTree;
  setFen: (fen: string) => Promise<void>;
  setGame: (tree: GameTree) => void;
}

/** Nothing longer is read; the server would refuse it too. */
const LONGEST = 8 << 20;

export class Files {
  readonly element = el('section', { class: 'panel files' });
  private readonly fen = el('input', { type: 'text', spellcheck: false, autocomplete: 'off', 'aria-label': 'FEN', name: 'fen' });
  private readonly pgn = el('textarea', { rows: 5, spellcheck: false, 'aria-label': 'PGN', name: 'pgn', placeholder: 'Paste a game here' });
  private readonly chooser = el('div', { class: 'chooser' });
  private readonly trouble = el('p', { class: 'trouble', role: 'alert' });

  constructor(private readonly hooks: FileHooks) {
    const file = el('input', {
      type: 'file',
      accept: '.pgn,.txt,text/plain,application/x-chess-pgn',
      class: 'unseen',
      'aria-label': 'Open a PGN file',
      onchange: () => {
        const [chosen] = file.files ?? [];
        if (chosen) void this.open(chosen);
        file.value = '';
      },
    });
    this.element.append(
      el('form', { class: 'typed', onsubmit: (event: Event) => this.submit(event, () => this.hooks.setFen(this.fen.value.trim())) },
        this.fen,
        el('button', { type: 'submit' }, 'Set'),
        button('Copy', () => void copy(this.hooks.fen()), { 'aria-label': 'Copy the FEN' })),
      el('form', { onsubmit: (event: Event) => this.submit(event, () => this.read(this.pgn.value)) },
        this.pgn,
        el('div', { class: 'row' },
          el('button', { type: 'submit' }, 'Read PGN'),
          el('label', { class: 'button' }, 'Open a file…', file),
          button('Write PGN', () => void this.write().then(text => (this.pgn.value = text), complain)),
          button('Download', () => void this.write().then(text => save('kempelen.pgn', text, 'application/x-chess-pgn'), complain)))),
      this.chooser,
      this.trouble,
    );
    // A file may also be dropped here.
    this.element.addEventListener('dragover', event => event.preventDefault());
    this.element.addEventListener('drop', event => {
      event.preventDefault();
      const [dropped] = event.dataTransfer?.files ?? [];
      if (dropped) void this.open(dropped);
    });
  }

  show(fen: string): void {
    if (document.activeElement !== this.fen) this.fen.value = fen;
  }

  private submit(event: Event, act: () => Promise<void>): void {
    event.preventDefault();
    this.trouble.textContent = '';
    act().catch(error => (this.trouble.textContent = error instanceof Error ? error.message : String(error)));
  }

  private async open(file: File): Promise<void> {
    if (file.size > LONGEST) {
      this.trouble.textContent = `This file has ${Math.round(file.size / 1e6)} MB; at most 8 MB are read.`;
      return;
    }
    const text = await file.text();
    this.trouble.textContent = '';
    try {
      await this.read(text);
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  private async read(text: string): Promise<void> {
    const { games, left } = await api.readGames(text);
    const sound = games.filter((game): game is RecordedGame => 'moves' in game);
    const broken = games.filter((game): game is { error: string; line: number } => 'error' in game);
    this.trouble.textContent = broken.slice(0, 3).map(game => game.error).join('; ');
    fill(this.chooser);
    if (sound.length === 0) return;
    if (sound.length === 1) return this.take(sound[0]!);
    const select = el('select', { 'aria-label': 'Choose a game', size: Math.min(8, sound.length), onchange: () => this.take(sound[Number(select.value)]!) },
      ...sound.map((game, i) => el('option', { value: i }, label(game, i))));
    fill(this.chooser, el('p', {}, `${sound.length} games${left > 0 ? ` (and ${left} more that are not shown)` : ''}:`), select);
    select.selectedIndex = 0;
    this.take(sound[0]!);
  }

  private take(game: RecordedGame): void {
    this.hooks.setGame(GameTree.of(game));
  }

  private write(): Promise<string> {
    return api.writeGame(this.hooks.game().record());
  }
}

function label(game: RecordedGame, i: number): string {
  const { White = '?', Black = '?', Date: date = '' } = game.tags;
  return `${i + 1}. ${White} – ${Black} ${game.result} ${date}`;
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    note('Copied.');
  } catch {
    note('The browser does not allow copying here.', 'error');
  }
}
