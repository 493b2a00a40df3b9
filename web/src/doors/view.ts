/** Open the doors: how a machine came to its move. */

import * as api from '../api/client';
import { Live } from '../api/live';
import type { Engine, Recorded, SearchRequest, Variant } from '../api/types';
import { count } from '../game/score';
import { STARTS, moveNumber } from '../game/tree';
import { get, getSearch } from '../library/store';
import { plays } from '../play/setup';
import { CHOICES } from '../rules/games';
import type { View } from '../router';
import { href } from '../router';
import { Listeners, add, button, choice, el, fill } from '../ui/dom';
import { complain, say } from '../ui/say';
import { Pane } from './pane';

interface Wish {
  engine: string;
  other: string;
  variant: Variant;
  fen: string;
  moves: string;
  limit: 'usual' | 'depth' | 'nodes';
  amount: number;
  /** A move of a game whose search is kept: the game in the library, and the move. */
  game: string;
  played: string;
}

const DEPTHS = [1, 2, 3, 4, 5, 6, 8, 10, 12];
const NODES = [1000, 10_000, 100_000, 1_000_000];

export class DoorsView implements View {
  readonly title = 'Open the doors';
  readonly element = el('div', { class: 'room doors-room' });
  private readonly form = el('form', { class: 'panel ask-form', 'aria-label': 'What to record' });
  private readonly place = el('div', { class: 'panes' });
  private readonly trouble = el('p', { class: 'trouble', role: 'alert' });
  private readonly listeners = new Listeners();
  private readonly live = new Live();
  private readonly wish: Wish;
  private panes: Pane[] = [];
  private engines: Engine[] = [];
  private under: AbortController | undefined;

  constructor(query: URLSearchParams) {
    const variant = (query.get('variant') ?? 'chess') as Variant;
    this.wish = {
      engine: query.get('engine') ?? 'kempelen',
      other: query.get('other') ?? '',
      variant: variant in STARTS ? variant : 'chess',
      fen: query.get('fen') ?? '',
      moves: query.get('moves') ?? '',
      limit: query.has('nodes') ? 'nodes' : query.has('depth') ? 'depth' : 'usual',
      amount: Number(query.get('nodes') ?? query.get('depth') ?? 0),
      game: query.get('game') ?? '',
      played: query.get('played') ?? '',
    };
    add(this.element, this.form, this.trouble, this.place);
    this.form.addEventListener('submit', event => {
      event.preventDefault();
      Object.assign(this.wish, { game: '', played: '' });
      void this.record();
    });
    this.listeners.on(document, 'keydown', (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA|BUTTON|SUMMARY/.test(target.tagName)) return;
      if (this.panes[0]?.key(event)) event.preventDefault();
    });
    api.engines().then(engines => {
      this.engines = engines;
      this.render();
      void (this.wish.game && this.wish.played ? this.recall() : this.record());
    }, complain);
  }

  leave(): void {
    this.under?.abort();
    this.live.close();
    this.listeners.off();
    for (const pane of this.panes) pane.destroy();
  }

  private render(): void {
    const { wish } = this;
    const able = this.engines.filter(engine => plays(engine, wish.variant));
    if (!able.some(engine => engine.id === wish.engine)) wish.engine = able[0]!.id;
    const text = (name: 'fen' | 'moves', label: string, placeholder: string) => {
      const input = el('input', { type: 'text', name, value: wish[name], spellcheck: false, autocomplete: 'off', placeholder, oninput: () => (wish[name] = input.value) });
      return el('label', { class: 'field wide' }, el('span', {}, label), input);
    };
    const limits = [['usual', 'as it plays'], ...DEPTHS.map(d => [`depth ${d}`, `depth ${d}`]), ...NODES.map(n => [`nodes ${n}`, `${n.toLocaleString('en')} nodes`])] as [string, string][];
    const file = el('input', {
      type: 'file',
      accept: '.ktrace',
      class: 'unseen',
      'aria-label': 'Open a trace',
      onchange: () => {
        const [chosen] = file.files ?? [];
        if (chosen) void this.openFile(chosen);
        file.value = '';
      },
    });
    fill(
      this.form,
      choice('Machine', able.map(e => [e.id, `${e.name} (${e.year})`] as const), wish.engine, engine => (wish.engine = engine), { name: 'engine' }),
      choice('Beside', [['', 'nobody'], ...able.map(e => [e.id, e.name] as const)], wish.other, other => (wish.other = other), { name: 'other' }),
      choice('Game', CHOICES.filter(([variant]) => variant !== 'chess960'), wish.variant === 'chess960' ? 'chess' : wish.variant, variant => {
        Object.assign(wish, { variant, fen: '', moves: '' });
        this.render();
      }, { name: 'variant' }),
      choice('How far', limits, wish.limit === 'usual' ? 'usual' : `${wish.limit} ${wish.amount}`, value => {
        const [limit, amount] = value.split(' ');
        wish.limit = limit as Wish['limit'];
        wish.amount = Number(amount ?? 0);
      }, { name: 'limit' }),
      text('fen', 'Position', 'FEN; the start if left out'),
      text('moves', 'Moves', 'e4 e5 Nf3'),
      el('div', { class: 'row' },
        el('button', { type: 'submit', class: 'primary' }, 'Open the doors'),
        el('label', { class: 'button' }, 'Open a trace…', file),
        el('a', { class: 'button', href: '/lesson' }, 'The lesson')),
    );
  }

  private get line(): string[] {
    return this.wish.moves.split(/\s+/).filter(move => move !== '');
  }

  /** Shows the search that chose a move of a game, as it was. */
  private async recall(): Promise<void> {
    const { wish } = this;
    const file = await getSearch(wish.game, [...this.line, wish.played]).catch(() => undefined);
    if (!file) {
      await this.record();
      this.trouble.textContent = 'The search behind this move was not kept in this browser; here is another one of the same machine.';
      return;
    }
    try {
      const recorded = await openTrace(file);
      this.show([recorded], [file]);
      const entry = await get(wish.game).catch(() => undefined);
      const room = entry?.kind === 'game' ? '/play' : '/analyse';
      this.place.prepend(el('p', { class: 'recalled' },
        'This is the search that chose ', el('b', {}, numbered(this.wish.fen || STARTS[wish.variant], this.line.length + 1, recorded.best ?? wish.played)), ' in the game. ',
        el('a', { class: 'button', href: href(room, { game: wish.game }) }, 'Back to the game')));
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  private request(engine: string, bookless = false): SearchRequest {
    const { wish } = this;
    const moves = this.line;
    const machine = this.engines.find(e => e.id === engine);
    const level = machine?.levels.find(l => l.usual);
    const limit = wish.limit === 'usual'
      ? level?.options ? { options: level.options } : { depth: 6 }
      : { [wish.limit]: wish.amount };
    const request: SearchRequest = { engine, variant: wish.variant, ...(wish.fen.trim() ? { fen: wish.fen.trim() } : {}), moves, ...limit };
    if (bookless) {
      const has = (name: string) => machine?.options.some(option => option.name === name);
      request.options = { ...request.options, ...(has('Book') ? { Book: false } : {}), ...(has('OwnBook') ? { OwnBook: false } : {}), ...(has('Opening') ? { Opening: 'none' } : {}) };
    }
    return request;
  }

  private async record(bookless = false): Promise<void> {
    const { wish } = this;
    this.under?.abort();
    const under = new AbortController();
    this.under = under;
    this.trouble.textContent = '';
    history.replaceState(null, '', href('/doors', {
      engine: wish.engine,
      other: wish.other || undefined,
      variant: wish.variant === 'chess' ? undefined : wish.variant,
      fen: wish.fen.trim() || undefined,
      moves: wish.moves.trim() || undefined,
      [wish.limit]: wish.limit === 'usual' ? undefined : String(wish.amount),
    }));
    const names = [wish.engine, ...(wish.other && wish.other !== wish.engine ? [wish.other] : [])];
    const progress = names.map(() => el('span', { class: 'muted' }));
    const stop = () => names.forEach((_, seat) => this.live.stop(`doors-${seat}`));
    fill(this.place, el('p', { class: 'status', role: 'status' },
      el('span', { class: 'pulse' }), 'The machine thinks aloud, and is written down… ', button('Stop', stop, { title: 'Shows what there is so far' }), ...progress));
    try {
      const recordings = await Promise.all(names.map((name, seat) => this.live.record(`doors-${seat}`, this.request(name, bookless), {
        queued: () => fill(progress[seat]!, ' waiting for a free machine'),
        info: analysis => fill(progress[seat]!, ` depth ${analysis.depth}, ${count(analysis.nodes)} positions`),
      })));
      const buffers = await Promise.all(recordings.map(recorded => traceOf(recorded, under.signal)));
      if (this.under !== under) return;
      this.show(recordings, buffers);
    } catch (error) {
      if (this.under !== under) return;
      fill(this.place);
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  private async openFile(file: File): Promise<void> {
    this.under?.abort();
    this.trouble.textContent = '';
    try {
      const answer = await openTrace(file);
      // The server reads files of every version, and gives back one of the latest.
      this.show([answer], [await traceOf(answer)]);
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** Says where two machines part. */
  private async compare(one: Recorded, other: Recorded): Promise<void> {
    const response = await fetch(`/api/window/${one.id}/diff/${other.id}`).catch(() => undefined);
    if (!response?.ok || this.panes.length !== 2) return;
    const { text } = (await response.json()) as { text: string };
    this.place.append(el('details', { class: 'panel diff', open: true }, el('summary', {}, 'Where they part'), el('pre', {}, text)));
  }

  private show(recordings: Recorded[], buffers: ArrayBuffer[]): void {
    for (const pane of this.panes) pane.destroy();
    try {
      this.panes = recordings.map((recorded, i) => new Pane(recorded, buffers[i]!, this.engines.find(e => e.id === recorded.engine)?.name ?? recorded.engine, { behind: () => void this.record(true) }));
    } catch (error) {
      this.panes = [];
      fill(this.place);
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
      return;
    }
    fill(this.place, ...this.panes.map(pane => pane.element));
    this.place.classList.toggle('two', this.panes.length > 1);
    if (recordings.length === 2) void this.compare(recordings[0]!, recordings[1]!);
    const [first] = recordings;
    if (first) say(`${first.engine} plays ${first.best ?? 'nothing'}; ${first.nodes} nodes to walk.`);
  }
}

/** Lays a trace before the server, which then can be asked about it. */
async function openTrace(file: ArrayBuffer | File): Promise<Recorded> {
  const response = await fetch('/api/window/open', { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file });
  const answer = (await response.json()) as Recorded & { error?: string };
  if (!response.ok) throw new Error(answer.error ?? 'This trace cannot be opened.');
  return answer;
}

/** A move with its number, as `3…Qf6`. */
function numbered(start: string, ply: number, san: string): string {
  const { number, white } = moveNumber(start, ply);
  return `${number}${white ? '.' : '…'}${san}`;
}

/** The file of a recording. */
async function traceOf(recorded: Recorded, signal?: AbortSignal): Promise<ArrayBuffer> {
  return (await fetch(`/api/window/${recorded.id}/trace`, signal ? { signal } : {})).arrayBuffer();
}
