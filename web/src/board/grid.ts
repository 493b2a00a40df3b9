/** The board as a grid for the keyboard and for those who listen, laid over the one for the eye. */

import type * as cg from 'chessgroundx/types';

import { type Position, type Variant } from '../rules/position';
import { type Side, type Square, nameOf, squareAt, squareOf } from '../rules/squares';
import { el } from '../ui/dom';
import { say } from '../ui/say';
import { describe } from './names';

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export class Grid {
  readonly element: HTMLElement;
  private readonly cells: HTMLElement[] = [];
  private here: Square = squareOf('e2');
  private orientation: Side = 'white';
  private position: Position | undefined;
  private variant: Variant = 'chess';
  private targets = new Map<cg.Key, cg.Key[]>();
  private selected: string | undefined;

  constructor(
    label: string,
    private readonly pick: (square: string) => void,
    private readonly cancel: () => void,
  ) {
    this.element = el('div', { class: 'grid', role: 'grid', 'aria-label': label, onkeydown: (e: KeyboardEvent) => this.key(e) });
    for (let square = 0; square < 64; square++) {
      const cell = el('div', { role: 'gridcell', tabindex: -1, 'data-square': nameOf(square), onfocus: () => this.come(square) });
      this.cells.push(cell);
    }
    this.lay();
  }

  show(position: Position, variant: Variant, targets: Map<cg.Key, cg.Key[]>): void {
    this.position = position;
    this.variant = variant;
    this.targets = targets;
    this.selected = undefined;
    this.element.setAttribute('aria-readonly', String(targets.size === 0));
    this.label();
  }

  turn(orientation: Side): void {
    this.orientation = orientation;
    this.lay();
  }

  focus(): void {
    this.cells[this.here]?.focus();
  }

  /** Writes something small on every square. */
  note(text: (square: Square) => string): void {
    this.cells.forEach((cell, square) => (cell.dataset['note'] = text(square)));
  }

  /** A man has been taken up, or put down. */
  select(square: string | undefined, changed: boolean): void {
    this.selected = square;
    this.label();
    if (!changed) return;
    if (square) {
      const count = this.targets.get(square as cg.Key)?.length ?? 0;
      say(`${describe(this.position!, squareOf(square), this.variant)} taken up, ${count} ${count === 1 ? 'target' : 'targets'}`);
    }
  }

  /** Puts the cells in the order in which they are seen. */
  private lay(): void {
    const rows: HTMLElement[] = [];
    for (let i = 0; i < 8; i++) {
      const rank = this.orientation === 'white' ? 7 - i : i;
      const row = el('div', { role: 'row' });
      for (let j = 0; j < 8; j++) {
        const file = this.orientation === 'white' ? j : 7 - j;
        const cell = this.cells[squareAt(file, rank)]!;
        if (j === 0) cell.dataset['rank'] = String(rank + 1);
        else delete cell.dataset['rank'];
        if (i === 7) cell.dataset['file'] = 'abcdefgh'[file]!;
        else delete cell.dataset['file'];
        cell.classList.toggle('dark', (file + rank) % 2 === 0);
        row.append(cell);
      }
      rows.push(row);
    }
    this.element.replaceChildren(...rows);
  }

  private label(): void {
    const from = this.selected;
    const targets = from ? this.targets.get(from as cg.Key) ?? [] : [];
    this.cells.forEach((cell, square) => {
      cell.tabIndex = square === this.here ? 0 : -1;
      const name = nameOf(square);
      let text = this.position ? describe(this.position, square, this.variant) : name;
      if (name === from) text += ', taken up';
      else if (targets.includes(name as cg.Key)) text += ', can go here';
      cell.setAttribute('aria-label', text);
      cell.setAttribute('aria-selected', String(name === from));
    });
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      const way = this.orientation === 'white' ? 1 : -1;
      const next = squareAt((this.here & 7) + step[0] * way, (this.here >> 3) + step[1] * way);
      if (next >= 0) this.go(next);
    } else if (event.key === 'Enter' || event.key === ' ') this.pick(nameOf(this.here));
    else if (event.key === 'Escape') {
      this.cancel();
      this.select(undefined, false);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private go(square: Square): void {
    this.cells[square]!.focus();
  }

  /** The keyboard has come to a square. */
  private come(square: Square): void {
    this.cells[this.here]!.tabIndex = -1;
    this.here = square;
    this.cells[square]!.tabIndex = 0;
  }
}
