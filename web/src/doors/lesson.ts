/** The lesson: alpha-beta on a tree of fifteen positions, step by step. */

import * as api from '../api/client';
import { Board } from '../board/board';
import type { View } from '../router';
import { Listeners, add, button, el, fill, svgEl } from '../ui/dom';
import { complain, say } from '../ui/say';

interface Step {
  key: string;
  what: 'created' | 'cutoff' | 'discard' | 'best';
  score?: number;
  upper?: number;
  lower?: number;
  log: string[];
}

interface Lesson {
  classics: number;
  fen: string;
  turn: 'white' | 'black';
  before: string;
  after: string;
  positions: { key: string; line: string }[];
  steps: Step[];
  pv: string[];
  picture: string;
  text: string;
}

const TITLES = ['Nothing is cut off', 'The mate comes first', 'The defence comes first', 'A rook, or a mate', 'Better at first sight'];

/** The state of a position as far as the lesson has come. */
interface State {
  created: boolean;
  step?: Step | undefined;
  best: boolean;
}

export class LessonView implements View {
  readonly title = 'The lesson';
  readonly element = el('div', { class: 'room lesson' });
  private readonly board = new Board(undefined, { small: true });
  private readonly tree = el('div', { class: 'lesson-tree' });
  private readonly words = el('div', { class: 'panel lesson-words', 'aria-live': 'polite' });
  private readonly tabs = el('div', { class: 'row', role: 'group', 'aria-label': 'Models' });
  private readonly caption = el('p', { class: 'muted center' });
  private readonly own = el('textarea', { rows: 16, spellcheck: false, 'aria-label': 'A model of your own', name: 'model' });
  private readonly trouble = el('p', { class: 'trouble', role: 'alert' });
  private readonly listeners = new Listeners();
  private readonly fens = new Map<string, string>();
  private lesson: Lesson | undefined;
  private number = 1;
  private at = -1;

  constructor() {
    add(
      this.element,
      el('header', {},
        el('h1', {}, 'How a machine decides'),
        el('p', { class: 'lead' }, 'Minimax and alpha-beta on a tree small enough to be followed with a pencil.'),
        el('p', {}, 'White and Black have two moves each, three half-moves deep: fifteen positions, with scores made up for the purpose. '
          + 'SARGON, the machine of 1978, searches them with its own program. It looks at all moves of a position before it searches the first; '
          + 'a move that beats what its side already has becomes the best; and as soon as a move is so good that the other side, which already has something better, '
          + 'would never allow it, the rest is cut off.')),
      this.tabs,
      el('div', { class: 'lesson-stage' },
        el('div', { class: 'table' }, this.board.element, this.caption),
        el('div', { class: 'lesson-main' }, this.tree, this.words)),
      el('details', { class: 'panel' },
        el('summary', {}, 'A model of your own'),
        el('p', {}, 'Change the moves and the scores (in pawns, for the side that has just moved), or the shape of the tree: two to four plies of two to four moves.'),
        this.own,
        el('div', { class: 'row' }, button('Run it', () => void this.runOwn(), { class: 'primary' })),
        this.trouble),
    );
    this.listeners.on(document, 'keydown', (event: KeyboardEvent) => {
      if (/INPUT|SELECT|TEXTAREA/.test((event.target as HTMLElement).tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'ArrowRight') this.go(this.at + 1);
      else if (event.key === 'ArrowLeft') this.go(this.at - 1);
      else return;
      event.preventDefault();
    });
    void this.open(1);
  }

  leave(): void {
    this.listeners.off();
    this.board.destroy();
  }

  private async open(number: number): Promise<void> {
    this.number = number;
    try {
      const response = await fetch(`/api/lesson/${number}`);
      const lesson = (await response.json()) as Lesson & { error?: string };
      if (!response.ok) throw new Error(lesson.error ?? 'There is no such model.');
      // Somebody may have chosen another one meanwhile.
      if (this.number === number) await this.take(lesson);
    } catch (error) {
      complain(error);
    }
  }

  private async runOwn(): Promise<void> {
    this.trouble.textContent = '';
    try {
      this.number = 0;
      await this.take(await api.post<Lesson>('/api/lesson', { text: this.own.value }));
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  private async take(lesson: Lesson): Promise<void> {
    this.lesson = lesson;
    this.at = -1;
    this.own.value = lesson.text;
    fill(this.tabs, ...Array.from({ length: lesson.classics }, (_, i) =>
      button(`${i + 1}. ${TITLES[i] ?? 'Another one'}`, () => void this.open(i + 1), { 'aria-pressed': String(this.number === i + 1) })));
    this.fens.clear();
    this.fens.set('', lesson.fen);
    this.go(-1);
    await this.learnPositions(lesson);
    this.show();
  }

  /** The boards behind the lines; where a line is no legal one, there is none. */
  private async learnPositions(lesson: Lesson): Promise<void> {
    const longest = Math.max(...lesson.positions.map(p => p.key.length));
    await Promise.all(lesson.positions.filter(p => p.key.length === longest).map(async ({ key, line }) => {
      try {
        const moves = movesOf(line);
        const state = await api.state({ variant: 'chess', fen: lesson.fen, moves });
        state.moves.forEach((move, i) => this.fens.set(key.slice(0, i + 1), move.fen));
      } catch {
        // The moves of a model are only pretended.
      }
    }));
  }

  private go(step: number): void {
    const { lesson } = this;
    if (!lesson) return;
    this.at = Math.max(-1, Math.min(lesson.steps.length, step));
    this.show();
    const words = this.words.querySelector('.because')?.textContent;
    if (words) say(words);
  }

  /** What is known of each position after so many steps. */
  private states(): Map<string, State> {
    const { lesson } = this;
    const states = new Map<string, State>();
    const of = (key: string) => {
      let state = states.get(key);
      if (!state) states.set(key, (state = { created: false, best: false }));
      return state;
    };
    for (const step of lesson!.steps.slice(0, this.at + 1)) {
      const state = of(step.key);
      if (step.what === 'created') state.created = true;
      else {
        state.step = step;
        if (step.what === 'best') {
          for (const [key, other] of states) {
            if (key.length === step.key.length && key.slice(0, -1) === step.key.slice(0, -1)) other.best = false;
          }
          state.best = true;
        }
      }
    }
    return states;
  }

  private show(): void {
    const { lesson } = this;
    if (!lesson) return;
    const step = lesson.steps[this.at];
    const over = this.at >= lesson.steps.length;
    const key = step?.key ?? (over ? (lesson.pv.at(-1) ?? '') : '');
    const line = lesson.positions.find(p => p.key === key)?.line ?? '';
    this.board.show({ variant: 'chess', fen: this.fens.get(key) ?? lesson.fen });
    this.caption.textContent = line === '' ? `The position to think about; ${lesson.turn === 'white' ? 'White' : 'Black'} begins` : this.fens.has(key) ? line : `${line} (pretended)`;
    fill(this.tree, this.draw(over));
    const total = lesson.steps.length;
    fill(
      this.words,
      el('p', { class: 'because' }, this.sentence(step, over)),
      step && el('pre', { class: 'log' }, step.log.join('\n')),
      el('div', { class: 'row' },
        button('Start again', () => this.go(-1)),
        button('Back', () => this.go(this.at - 1), { title: 'Back (←)' }),
        button(this.at < 0 ? 'Begin' : 'Next', () => this.go(this.at + 1), { class: 'primary', title: 'Next (→)', disabled: over }),
        button('Next score', () => this.nextScore()),
        button('To the end', () => this.go(total)),
        el('span', { class: 'muted' }, `step ${Math.max(0, Math.min(this.at + 1, total))} of ${total}`)),
      over && el('details', {}, el('summary', {}, 'As the original prints it'), el('pre', { class: 'log wide' }, lesson.picture)),
    );
  }

  private nextScore(): void {
    const { lesson } = this;
    if (!lesson) return;
    let at = this.at + 1;
    while (at < lesson.steps.length && lesson.steps[at]!.what === 'created') at += 1;
    this.go(at);
  }

  /** The step in our own words. */
  private sentence(step: Step | undefined, over: boolean): string {
    const { lesson } = this;
    if (over) return `${lesson!.after} The line that both sides play best is ${this.lineOf(lesson!.pv.at(-1) ?? '')}.`;
    if (!step) return lesson!.before;
    const line = this.lineOf(step.key);
    const mover = this.sideAt(step.key.length - 1);
    const enemy = mover === 'White' ? 'Black' : 'White';
    const score = pawns(step.score);
    switch (step.what) {
      case 'created':
        return step.key === '' ? 'The root is created.' : `${line} is created and judged, so that it finds its place in the order.`;
      case 'best':
        return step.lower === undefined
          ? `${line} is worth ${score} to ${mover}. ${mover} has nothing yet, so it is the best so far.`
          : `${line} is worth ${score} to ${mover}, more than the ${pawns(step.lower)} it has: the new best.`;
      case 'discard':
        return `${line} is worth ${score} to ${mover}, no more than the ${pawns(step.lower)} it has already: discarded.`;
      case 'cutoff':
        return `${line} is worth ${score} to ${mover}. But ${enemy} already has a line in which ${mover} gets only ${pawns(step.upper)}, so ${enemy} will never let it come to this. Whatever else ${mover} could do here need not be looked at: cut off.`;
    }
  }

  private sideAt(ply: number): 'White' | 'Black' {
    const first = this.lesson!.turn === 'white' ? 0 : 1;
    return (ply + first) % 2 === 0 ? 'White' : 'Black';
  }

  private lineOf(key: string): string {
    return this.lesson!.positions.find(p => p.key === key)?.line ?? 'the start';
  }

  private draw(over: boolean): SVGElement {
    const lesson = this.lesson!;
    const states = this.states();
    const current = lesson.steps[this.at]?.key;
    const leaves = lesson.positions.filter(p => !lesson.positions.some(q => q.key.length > p.key.length && q.key.startsWith(p.key)));
    const depth = Math.max(...lesson.positions.map(p => p.key.length));
    const row = Math.max(26, Math.min(46, 420 / leaves.length));
    const column = 190;
    const places = new Map<string, [number, number]>();
    leaves.forEach((leaf, i) => places.set(leaf.key, [24 + leaf.key.length * column, 24 + i * row]));
    const keys = ['', ...lesson.positions.map(p => p.key)].sort((a, b) => b.length - a.length);
    for (const key of keys) {
      if (places.has(key)) continue;
      const children = keys.filter(k => k.length === key.length + 1 && k.startsWith(key)).map(k => places.get(k)![1]);
      places.set(key, [24 + key.length * column, (Math.min(...children) + Math.max(...children)) / 2]);
    }
    const main = (key: string) => over && (key === '' || lesson.pv.includes(key));
    const parts: SVGElement[] = [];
    for (const key of keys) {
      if (key === '') continue;
      const [x, y] = places.get(key)!;
      const [px, py] = places.get(key.slice(0, -1))!;
      const state = states.get(key);
      const dead = over && !state?.step;
      const kind = main(key) ? 'main' : state?.best ? 'best' : dead ? 'dead' : '';
      parts.push(svgEl('path', { d: `M${px + 8} ${py} C${px + column * 0.5} ${py} ${px + column * 0.5} ${y} ${x - 8} ${y}`, class: `twig ${kind}` }));
    }
    for (const key of keys) {
      const [x, y] = places.get(key)!;
      const state = states.get(key);
      const text = key === '' ? '' : moveOf(this.lineOf(key));
      const decision = state?.step?.what;
      const group = main(key) ? 'main' : decision === 'cutoff' ? 'cut' : decision === 'discard' ? 'discard' : state?.best ? 'best' : state?.created || key === '' ? 'made' : 'none';
      const sign = { main: '★', cut: '✂', discard: '✕', best: '●', made: '', none: '' }[group];
      parts.push(
        svgEl('g', { class: `spot ${group}${key === current ? ' now' : ''}` },
          group === 'cut' ? svgEl('rect', { x: x - 7, y: y - 7, width: 14, height: 14 }) : svgEl('circle', { cx: x, cy: y, r: key === current ? 9 : 7 }),
          svgEl('text', { x: x + 13, y: y - 3, class: 'name' }, text),
          state?.step && svgEl('text', { x: x + 13, y: y + 11, class: 'value' }, `${sign} ${pawns(state.step.score)} for ${this.sideAt(key.length - 1)}`)),
      );
    }
    const height = 24 + leaves.length * row;
    return svgEl('svg', { viewBox: `0 0 ${24 + depth * column + 150} ${height}`, role: 'img', 'aria-label': `The tree of the model; ${[...states.values()].filter(s => s.step).length} moves have been scored` }, ...parts);
  }
}

const pawns = (value: number | undefined): string => (value === undefined ? 'nothing' : value.toFixed(3).replace('-', '−'));

/** The moves of `1.Nxd3 Qd6 2.Ne1`. */
function movesOf(line: string): string[] {
  return line.split(' ').map(word => word.replace(/^\d+\.+/, '')).filter(word => word !== '');
}

const moveOf = (line: string): string => movesOf(line).at(-1) ?? '';
