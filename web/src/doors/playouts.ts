/** A Monte Carlo search: how visits gathered over time, and why each walk went where it went. */

import { playLine, readFen, writeUci } from '../rules/position';
import { san } from '../rules/san';
import { button, el, fill, svgEl } from '../ui/dom';
import { ByteReader } from './reading/bytes';
import { readFile } from './reading/file';
import { TraceError } from './trace';

/** What PUCT said of a move at the root: its parts, in whole numbers of one. */
export interface Weighed {
  move: number;
  visits: number;
  prior: number;
  value: number;
  bonus: number;
}

export interface Playout {
  /** The move at the root, or 0 where the walk ended there. */
  move: number;
  /** How deep the walk went. */
  depth: number;
  value: number;
  why: number;
  /** What was weighed at the root, the move that was chosen last. */
  weighed: Weighed[];
}

const ONE = 10_000;

/** Reads the playouts in the order in which they ended. */
export function readPlayouts(bytes: Uint8Array): { playouts: Playout[]; priors: Map<number, number> } {
  const from = new ByteReader(bytes);
  const open = new Map<number, Playout>();
  const playouts: Playout[] = [];
  const priors = new Map<number, number>();
  let here: Playout = blank();
  let number = 0;
  const promise = (): Weighed => ({
    move: from.move(), visits: from.number(), prior: from.number() / ONE, value: from.signed() / ONE, bonus: from.signed() / ONE,
  });
  while (from.more) {
    const tag = from.byte();
    if (tag === 0x90) {
      number = from.number();
      here = open.get(number) ?? blank();
      open.set(number, here);
    } else if (tag === 0x91) {
      const weighed = promise();
      if (here.depth === 0) here.weighed.push(weighed);
    } else if (tag === 0x92) {
      const chosen = promise();
      if (here.depth === 0) {
        here.weighed.push(chosen);
        here.move = chosen.move;
      }
      here.depth += 1;
    } else if (tag === 0x93) from.signed();
    else if (tag === 0x94) {
      const move = from.move();
      const prior = from.number() / ONE;
      // The priors of the root are told by the walk that never left it.
      if (here.depth === 0) priors.set(move, prior);
    } else if (tag >= 0xa0 && tag <= 0xbf) {
      here.why = from.reason(tag);
      here.value = from.signed() / ONE;
      playouts.push(here);
      open.delete(number);
    } else if (tag === 0x80) from.byte();
    else if (tag === 0x83) from.number();
    else throw new TraceError(`No playout has an event with byte ${tag}.`);
  }
  return { playouts, priors };
}

const blank = (): Playout => ({ move: 0, depth: 0, value: 0, why: 0, weighed: [] });

/** Visits of the moves of the root after each playout, for some playouts. */
export function visitsOverTime(playouts: readonly Playout[], samples: number): { at: number[]; moves: number[]; visits: Uint32Array[] } {
  const totals = new Map<number, number>();
  for (const { move } of playouts) if (move !== 0) totals.set(move, (totals.get(move) ?? 0) + 1);
  const moves = [...totals.keys()].sort((a, b) => totals.get(b)! - totals.get(a)!);
  const index = new Map(moves.map((move, i) => [move, i]));
  const now = new Uint32Array(moves.length);
  const at: number[] = [];
  const visits: Uint32Array[] = [];
  const step = Math.max(1, Math.floor(playouts.length / samples));
  playouts.forEach(({ move }, i) => {
    const place = index.get(move);
    if (place !== undefined) now[place] = now[place]! + 1;
    if (i % step === step - 1 || i === playouts.length - 1) {
      at.push(i + 1);
      visits.push(now.slice());
    }
  });
  return { at, moves, visits };
}

/** The move with the most visits at each moment, where it changed. */
export function changes(playouts: readonly Playout[]): { at: number; move: number }[] {
  const visits = new Map<number, number>();
  const list: { at: number; move: number }[] = [];
  let best = 0;
  playouts.forEach(({ move }, i) => {
    if (move === 0) return;
    const count = (visits.get(move) ?? 0) + 1;
    visits.set(move, count);
    if (move !== best && count > (visits.get(best) ?? 0)) {
      best = move;
      list.push({ at: i + 1, move });
    }
  });
  return list;
}

/** So many moves get a band of their own; the rest share one. */
const BANDS = 8;

export class PlayoutsView {
  readonly element = el('div', { class: 'playouts' });
  private readonly playouts: Playout[];
  private readonly priors: Map<number, number>;
  private readonly names = new Map<number, string>();
  private readonly table = el('div', {});
  private readonly slider: HTMLInputElement;
  private readonly spell: (move: number) => string;
  private readonly chosen: string;

  /** `why` is asked about a move of the root: its squares, and its name where it is another than the one chosen. */
  constructor(buffer: ArrayBuffer, private readonly why?: (uci: string, notSan: string) => void) {
    const { header, answer, bytes } = readFile(buffer);
    this.chosen = answer?.best ?? '';
    const { playouts, priors } = readPlayouts(bytes);
    this.playouts = playouts;
    this.priors = priors;
    const root = playLine(readFen(header.fen, header.variant), header.moves);
    this.spell = move => writeUci(root, move);
    const name = (move: number) => {
      let text = this.names.get(move);
      if (text === undefined) this.names.set(move, (text = san(root, move)));
      return text;
    };
    this.slider = el('input', { type: 'range', min: 1, max: playouts.length, value: playouts.length, 'aria-label': 'After how many playouts', oninput: () => this.show(name) });
    const turns = changes(playouts);
    this.element.append(
      el('h3', {}, 'Visits over time'),
      this.chart(name),
      this.slider,
      this.table,
      el('p', {}, el('b', {}, 'How the choice moved: '), turns.map(turn => `${name(turn.move)} from playout ${turn.at.toLocaleString('en')}`).join(', ') || 'there was none', '.'),
    );
    this.show(name);
  }

  /** Asks why a move was chosen, or why not. */
  private question(move: number, san: string): HTMLElement | undefined {
    const { why } = this;
    if (!why) return undefined;
    const uci = this.spell(move);
    const chosen = uci === this.chosen;
    return button(chosen ? 'why?' : 'why not?', () => why(uci, chosen ? '' : san), { class: 'ask' });
  }

  private chart(name: (move: number) => string): HTMLElement {
    const { at, moves, visits } = visitsOverTime(this.playouts, 240);
    const [width, height] = [900, 300];
    const shown = moves.slice(0, BANDS);
    const x = (i: number) => (at.length < 2 ? 0 : (i / (at.length - 1)) * width);
    const parts: SVGElement[] = [];
    const base = new Float64Array(at.length);
    shown.forEach((move, band) => {
      const top: string[] = [];
      const bottom: string[] = [];
      for (let i = 0; i < at.length; i++) {
        const total = visits[i]!.reduce((a, b) => a + b, 0) || 1;
        const share = visits[i]![band]! / total;
        const low = base[i]!;
        base[i] = low + share;
        top.push(`${x(i).toFixed(1)},${(height - (low + share) * height).toFixed(1)}`);
        bottom.unshift(`${x(i).toFixed(1)},${(height - low * height).toFixed(1)}`);
      }
      const last = at.length - 1;
      const middle = height - (base[last]! - visits[last]![band]! / (visits[last]!.reduce((a, b) => a + b, 0) || 1) / 2) * height;
      parts.push(svgEl('polygon', { points: [...top, ...bottom].join(' '), class: `band band-${band}` }));
      parts.push(svgEl('text', { x: width + 8, y: middle + 4, class: 'band-name' }, name(move)));
    });
    return el('div', { class: 'chart' }, svgEl('svg', { viewBox: `0 0 ${width + 80} ${height}`, role: 'img', 'aria-label': `Shares of visits of ${shown.map(name).join(', ')} over ${this.playouts.length} playouts` }, ...parts) as unknown as HTMLElement);
  }

  /** The moves of the root after so many playouts. */
  private show(name: (move: number) => string): void {
    const until = Number(this.slider.value);
    const rows = new Map<number, { visits: number; weighed?: Weighed | undefined }>();
    for (const move of this.priors.keys()) rows.set(move, { visits: 0 });
    let depth = 0;
    for (const playout of this.playouts.slice(0, until)) {
      depth = Math.max(depth, playout.depth);
      for (const weighed of playout.weighed) rows.set(weighed.move, { visits: rows.get(weighed.move)?.visits ?? 0, weighed });
      if (playout.move === 0) continue;
      const row = rows.get(playout.move) ?? { visits: 0 };
      rows.set(playout.move, { ...row, visits: row.visits + 1 });
    }
    const sorted = [...rows].sort(([, a], [, b]) => b.visits - a.visits).slice(0, 16);
    const number = (value: number | undefined) => (value === undefined ? '' : value.toFixed(3).replace('-', '−'));
    fill(
      this.table,
      el('p', { class: 'moment' }, `After ${until.toLocaleString('en')} of ${this.playouts.length.toLocaleString('en')} playouts; the deepest walk had ${depth} moves.`),
      el('table', {},
        el('thead', {}, el('tr', {}, ...['Move', 'Visits', 'Share', 'Prior', 'Q: value so far', 'U: bonus', 'Q + U', ''].map((text, i) => el('th', { class: i === 0 ? '' : 'number' }, text)))),
        el('tbody', {}, ...sorted.map(([move, { visits, weighed }]) => el('tr', {},
          el('td', {}, el('b', {}, name(move))),
          el('td', { class: 'number' }, visits.toLocaleString('en')),
          el('td', { class: 'number' }, `${((visits / Math.max(1, until)) * 100).toFixed(1)} %`),
          el('td', { class: 'number' }, number(weighed?.prior ?? this.priors.get(move))),
          el('td', { class: 'number' }, number(weighed?.value)),
          el('td', { class: 'number' }, number(weighed?.bonus)),
          el('td', { class: 'number' }, number(weighed ? weighed.value + weighed.bonus : undefined)),
          el('td', {}, this.question(move, name(move))))))),
    );
  }
}
