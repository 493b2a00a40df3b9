/** Microchess at the KIM-1 itself: six digits, a keypad, and 256 bytes of memory. */

import { post } from '../api/client';
import { Board } from '../board/board';
import type { View } from '../router';
import { Listeners, add, button, choice, el, fill, svgEl, toggle } from '../ui/dom';
import { complain, say } from '../ui/say';

interface Kim {
  page: string;
  display: string;
  flashes: string[];
  board: string;
  book: number | null;
  openings: string[];
  thought: Thought | null;
}

interface Thought {
  best: string | null;
  value: number;
  ms: number;
  candidates: { slot: number; uci: string; value: number; terms: { name: string; quarters: number; sum: number }[]; ruling: string | null }[];
}

/** The segments of each digit: top, upper right, lower right, bottom, lower left, upper left, middle. */
const SEGMENTS: Record<string, number> = {
  '0': 0x3f, '1': 0x06, '2': 0x5b, '3': 0x4f, '4': 0x66, '5': 0x6d, '6': 0x7d, '7': 0x07,
  '8': 0x7f, '9': 0x6f, A: 0x77, B: 0x7c, C: 0x39, D: 0x5e, E: 0x79, F: 0x71,
};
const SHAPES = [
  'M6 4 h20 l-4 4 h-12 z', 'M28 6 v18 l-4 -3 v-11 z', 'M28 28 v18 l-4 -4 v-11 z', 'M6 48 h20 l-4 -4 h-12 z',
  'M4 28 v18 l4 -4 v-11 z', 'M4 6 v18 l4 -3 v-11 z', 'M7 26 l3 -2 h12 l3 2 l-3 2 h-12 z',
];

/** The keypad as on the board. */
const KEYS = [['GO', 'ST', 'RS', 'SST'], ['AD', 'DA', 'PC', '+'], ['C', 'D', 'E', 'F'], ['8', '9', 'A', 'B'], ['4', '5', '6', '7'], ['0', '1', '2', '3']];
const USE: Record<string, string> = {
  C: 'set up the men', E: 'exchange the sides', F: 'register the move', PC: 'play chess: the computer moves',
};
/** These are wired to the processor, or have no use in the game. */
const DEAD = new Set(['ST', 'RS', 'SST']);

const MEN = ['K', 'Q', 'KR', 'QR', 'KB', 'QB', 'KN', 'QN', 'KRP', 'QRP', 'KNP', 'QNP', 'KBP', 'QBP', 'QP', 'KP'];

export class KimView implements View {
  readonly title = 'The KIM-1';
  readonly element = el('div', { class: 'room kim' });
  private readonly board = new Board(undefined, { label: 'The men as the machine has them' });
  private readonly digits = el('div', { class: 'digits', role: 'img' });
  private readonly meaning = el('p', { class: 'meaning', role: 'status' });
  private readonly inside = el('div', { class: 'inside' });
  private readonly keypad = el('div', { class: 'keypad', role: 'group', 'aria-label': 'Keypad' });
  private readonly listeners = new Listeners();
  private kim: Kim | undefined;
  private readonly before: { kim: Kim; computer: 'white' | 'black' }[] = [];
  private computer: 'white' | 'black' = 'white';
  private level = 'normal';
  private opening = 'giuoco_w';
  private tape = false;
  private realTime = false;
  private busy = false;
  /** Keys pressed while the machine was still at an earlier one. */
  private waiting: string[] = [];
  private run = 0;

  constructor() {
    for (const row of KEYS) {
      for (const key of row) {
        this.keypad.append(button(key, () => void this.press(key), {
          class: `key ${/^[0-7]$/.test(key) ? 'digit' : key in USE ? 'used' : ''}`,
          'aria-label': USE[key] ? `${key}: ${USE[key]}` : key,
          title: USE[key] ?? (/^[0-7]$/.test(key) ? 'a digit of a square' : 'without use in the game'),
          'data-key': key,
        }));
      }
    }
    this.board.element.addEventListener('click', event => {
      const square = this.board.squareAt(event.clientX, event.clientY);
      if (square >= 0) for (const key of this.code(square)) void this.press(key);
    });
    this.listeners.on(document, 'keydown', (event: KeyboardEvent) => this.typed(event));
    add(
      this.element,
      el('div', { class: 'table' }, this.board.element,
        el('p', { class: 'muted' }, 'A square is two digits: the rank, then the file, both from 0 and seen from the computer\'s side. Click on a square to have its digits pressed.')),
      el('div', { class: 'side' },
        el('section', { class: 'pcb', 'aria-label': 'KIM-1' },
          el('div', { class: 'silk' }, 'KIM-1'),
          this.digits,
          this.keypad),
        el('section', { class: 'panel' }, this.meaning,
          el('ol', { class: 'howto' },
            el('li', {}, el('kbd', {}, 'C'), ' sets up the men; the computer has White. ', el('kbd', {}, 'E'), ' exchanges the sides.'),
            el('li', {}, el('kbd', {}, 'PC'), ' lets the computer move. The digits show the man, from and to.'),
            el('li', {}, 'Enter your move as four digits, for example ', el('kbd', {}, '6'), el('kbd', {}, '3'), el('kbd', {}, '4'), el('kbd', {}, '3'), ' for e7-e5, and ', el('kbd', {}, 'F'), '. Nothing is checked: castle by two such moves, promote in your head.')),
          el('div', { class: 'row' },
            choice('Level', [['normal', 'normal (100 s)'], ['blitz', 'blitz (10 s)'], ['superblitz', 'super blitz (3 s)']], this.level, level => (this.level = level)),
            choice('Tape', [['giuoco_w', 'Giuoco Piano'], ['ruy_w', 'Ruy Lopez'], ['french_w', 'French'], ['four_knights_w', 'Four Knights'], ['queens_indian_w', 'Queen\'s Indian'], ['giuoco_b', 'Giuoco Piano, Black'], ['ruy_b', 'Ruy Lopez, Black'], ['french_b', 'French, Black'], ['four_knights_b', 'Four Knights, Black'], ['queens_indian_b', 'Queen\'s Indian, Black']], this.opening, opening => {
              this.opening = opening;
              this.tape = true;
              void this.press(undefined);
            })),
          el('div', { class: 'row' },
            toggle('At the speed of 1976', false, on => (this.realTime = on)),
            button('Take the key back', () => this.undo()),
            button('Switch off and on', () => void this.restart()))),
        el('details', { class: 'panel', open: true }, el('summary', {}, 'Inside'), this.inside)),
    );
    void this.restart();
  }

  leave(): void {
    this.run += 1;
    this.listeners.off();
    this.board.destroy();
  }

  private async restart(): Promise<void> {
    this.kim = undefined;
    this.waiting = [];
    this.before.length = 0;
    this.computer = 'white';
    this.tape = true;
    await this.press(undefined);
  }

  private undo(): void {
    const last = this.before.pop();
    if (!last || this.busy) return;
    this.kim = last.kim;
    this.computer = last.computer;
    this.show();
  }

  private async press(key: string | undefined): Promise<void> {
    if (this.busy) {
      if (key !== undefined) this.waiting.push(key);
      return;
    }
    if (key !== undefined && DEAD.has(key)) {
      this.meaning.textContent = `${key} is wired to the processor: it would leave the game.`;
      return;
    }
    const run = this.run;
    this.busy = true;
    this.keypad.querySelector(`[data-key="${CSS.escape(key ?? '')}"]`)?.classList.add('down');
    const { kim } = this;
    const computer = key === 'C' ? 'white' : key === 'E' ? (this.computer === 'white' ? 'black' : 'white') : this.computer;
    try {
      const next = await post<Kim>('/api/kim', {
        level: this.level,
        computer,
        ...(kim ? { page: kim.page } : {}),
        ...(key === undefined ? {} : { key }),
        ...(this.tape ? { opening: this.opening } : {}),
      });
      if (this.run !== run) return;
      this.tape = false;
      if (kim) this.before.push({ kim, computer: this.computer });
      if (this.before.length > 500) this.before.shift();
      await this.flash(next, run);
      if (this.run !== run) return;
      this.kim = next;
      this.computer = computer;
      this.show(key);
    } catch (error) {
      this.waiting = [];
      complain(error);
    } finally {
      this.busy = false;
      for (const pressed of this.keypad.querySelectorAll('.down')) pressed.classList.remove('down');
    }
    const next = this.waiting.shift();
    if (next !== undefined) await this.press(next);
  }

  /** What the digits show while the machine thinks: the best man, value and square so far. */
  private async flash(next: Kim, run: number): Promise<void> {
    if (next.flashes.length === 0) return;
    const quick = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const whole = this.realTime ? (next.thought?.ms ?? 0) : quick ? 0 : Math.min(1600, next.flashes.length * 50);
    const pause = whole / next.flashes.length;
    this.meaning.textContent = this.realTime ? `It thinks as long as it did in 1976: ${Math.round(whole / 1000)} seconds…` : 'It thinks: the digits show the best man, its value and its square so far.';
    for (const flash of next.flashes) {
      if (this.run !== run) return;
      this.light(flash);
      if (pause > 0) await new Promise(done => setTimeout(done, pause));
    }
  }

  private show(key?: string): void {
    const { kim } = this;
    if (!kim) return;
    this.light(kim.display);
    this.board.flip(this.computer === 'white' ? 'black' : 'white');
    this.board.note(square => this.code(square));
    this.board.show({ variant: 'chess', fen: `${kim.board} w - - 0 1` });
    const text = this.words(kim, key);
    this.meaning.textContent = text;
    say(`${spell(kim.display)}. ${text}`);
    fill(this.inside, this.thought(kim), this.memory(kim));
  }

  private words(kim: Kim, key: string | undefined): string {
    const [man, from, to] = [kim.display.slice(0, 2), kim.display.slice(2, 4), kim.display.slice(4, 6)];
    if (kim.display === 'CCCCCC') return 'The men are set up.';
    if (kim.display === 'EEEEEE') return 'The sides are exchanged.';
    if (kim.display === 'FFFFFF' && key === 'PC') return 'FF FF FF: the machine is mated, stalemated or in despair. It resigns.';
    if (key === 'PC') {
      const name = MEN[parseInt(man, 16) & 15] ?? man;
      const move = `${this.name(from)}-${this.name(to)}`;
      return kim.thought
        ? `It plays ${name} ${move}. In 1976 that took ${(kim.thought.ms / 1000).toFixed(1)} seconds.`
        : `It plays ${name} ${move} from its book.`;
    }
    if (key === 'F') return `Registered: ${this.name(from)}-${this.name(to)}. Now PC.`;
    if (key !== undefined && /^[0-7]$/.test(key)) {
      const entry = parseInt(man, 16);
      const who = entry >= 0x20 ? 'nobody there' : `${entry >= 0x10 ? 'your' : 'the computer\'s'} ${MEN[entry & 15]}`;
      return `${this.name(from)} to ${this.name(to)}: ${who}.`;
    }
    if (key === undefined) return 'Microchess is loaded. Press C, then PC.';
    return 'Without use in the game.';
  }

  /** The square of two digits, as chess players write it. */
  private name(byte: string): string {
    const [rank, file] = [parseInt(byte[0]!, 16), parseInt(byte[1]!, 16)];
    if (rank > 7 || file > 7) return byte;
    return this.computer === 'white' ? 'abcdefgh'[7 - file]! + (rank + 1) : 'abcdefgh'[file]! + (8 - rank);
  }

  /** The two digits of a square. */
  private code(square: number): string {
    const [file, rank] = [square & 7, square >> 3];
    return this.computer === 'white' ? `${rank}${7 - file}` : `${7 - rank}${file}`;
  }

  private light(display: string): void {
    this.digits.setAttribute('aria-label', `The display shows ${spell(display)}`);
    fill(this.digits, ...[...display].map((digit, i) => {
      const lit = SEGMENTS[digit] ?? 0;
      return svgEl('svg', { viewBox: '0 0 32 52', class: i === 4 ? 'digit gap' : 'digit' },
        ...SHAPES.map((d, segment) => svgEl('path', { d, class: (lit >> segment) & 1 ? 'lit' : '' })));
    }));
    this.digits.dataset['value'] = display;
  }

  private thought(kim: Kim): HTMLElement {
    const { thought } = kim;
    if (!thought) return el('p', { class: 'muted' }, 'When the machine thinks, its candidates and the sum behind each value are shown here.');
    const best = thought.candidates.find(c => c.uci === thought.best && c.value === thought.value) ?? thought.candidates[0];
    const sorted = [...thought.candidates].sort((a, b) => b.value - a.value).slice(0, 12);
    return el('div', {},
      el('p', {}, `${thought.candidates.length} candidates; the first with the highest byte is played.`),
      el('table', {},
        el('thead', {}, el('tr', {}, el('th', {}, 'Man'), el('th', {}, 'Move'), el('th', { class: 'number' }, 'Value'), el('th', {}, ''))),
        el('tbody', {}, ...sorted.map(c => el('tr', { class: c === best ? 'chosen' : '' },
          el('td', {}, MEN[c.slot] ?? ''), el('td', {}, c.uci), el('td', { class: 'number mono' }, hex(c.value)), el('td', {}, c.ruling ?? (c === best ? 'played' : '')))))),
      best && el('details', {}, el('summary', {}, `The sum behind ${best.uci}`),
        el('table', { class: 'mono' }, el('tbody', {}, ...best.terms.map(term =>
          el('tr', {}, el('td', {}, term.name), el('td', { class: 'number' }, (term.quarters / 4).toFixed(2)), el('td', { class: 'number' }, hex(term.sum))))))));
  }

  /** The zero page, which is the whole machine. */
  private memory(kim: Kim): HTMLElement {
    const rows: string[] = [];
    for (let row = 0; row < 16; row++) {
      const cells = kim.page.slice(row * 32, row * 32 + 32).match(/../g) ?? [];
      rows.push(`${row.toString(16).toUpperCase()}0  ${cells.join(' ')}`);
    }
    return el('details', {}, el('summary', {}, 'The zero page: all of its memory'), el('pre', { class: 'page' }, rows.join('\n')));
  }

  private typed(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(target.tagName)) return;
    const key = event.key.toUpperCase();
    if (/^[0-9A-F]$/.test(key)) void this.press(key);
    else if (key === 'P') void this.press('PC');
    else if (key === 'BACKSPACE') this.undo();
    else return;
    event.preventDefault();
  }
}

const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');
const spell = (display: string): string => `${display.slice(0, 2)} ${display.slice(2, 4)} ${display.slice(4)}`;
