/** Positions and games, in and out. */

import * as api from '../api/client';
import type { Variant } from '../api/types';
import { GameTree } from '../game/tree';
import { button, el, fill, save } from '../ui/dom';
import { LongList } from '../ui/longlist';
import { complain, note } from '../ui/say';
import { cutGames, headingOf } from './pgnfile';

export interface FileHooks {
  variant: () => Variant;
  fen: () => string;
  game: () => GameTree;
  setFen: (fen: string) => Promise<void>;
  setGame: (tree: GameTree) => void;
}

/** Nothing longer is read: the page holds the whole file. */
const LONGEST = 64 << 20;

export class Files {
  readonly element = el('section', { class: 'panel files' });
  private readonly fen = el('input', { type: 'text', spellcheck: false, autocomplete: 'off', 'aria-label': 'FEN', name: 'fen' });
  private readonly pgn = el('textarea', { rows: 5, spellcheck: false, 'aria-label': 'PGN', name: 'pgn', placeholder: 'Paste a game here' });
  private readonly chooser = el('div', {});
  private taken = 0;
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
      this.trouble.textContent = `This file has ${Math.round(file.size / 1e6)} MB; at most 64 MB are read.`;
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
    const games = cutGames(text);
    fill(this.chooser);
    if (games.length < 2) return this.take(text);
    const list = new LongList('Choose a game', games.map(headingOf), i => {
      this.trouble.textContent = '';
      this.take(games[i]!.text).catch(error => (this.trouble.textContent = error instanceof Error ? error.message : String(error)));
    });
    fill(this.chooser, list.element);
    list.pick(0);
  }

  /** Reads one game. Where it is broken, what came before stays, and it is said what is wrong. */
  private async take(text: string): Promise<void> {
    const number = ++this.taken;
    const { games: [game] } = await api.readGames(text);
    if (!game || number !== this.taken) return;
    this.hooks.setGame(GameTree.of(game));
    if (game.error) this.trouble.textContent = `${capital(game.error)}. What came before it is here.`;
  }

  private write(): Promise<string> {
    return api.writeGame(this.hooks.game().record());
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    note('Copied.');
  } catch {
    note('The browser does not allow copying here.', 'error');
  }
}
