/** A small board that shows where a line leads, while somebody points at it. */

import { Board } from '../board/board';
import { picture, squaresOf } from '../game/tree';
import { type Position, type Variant, play, playLine, readUci } from '../rules/position';
import type { Side } from '../rules/squares';
import { el } from '../ui/dom';

export class Preview {
  private readonly board = new Board(undefined, { small: true });
  readonly element = el('div', { class: 'preview', hidden: true, 'aria-hidden': 'true' }, this.board.element);

  /** Shows the position after a line, beside an element. */
  show(near: HTMLElement, start: Position, moves: readonly string[], variant: Variant, orientation: Side): void {
    const last = moves.at(-1);
    if (last === undefined) return this.hide();
    const before = playLine(start, moves.slice(0, -1));
    const after = play(before, readUci(before, last));
    this.element.hidden = false;
    const box = near.getBoundingClientRect();
    const size = this.element.offsetWidth;
    const left = Math.min(Math.max(8, box.left), innerWidth - size - 8);
    const below = box.bottom + 6 + size < innerHeight;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${below ? box.bottom + 6 : Math.max(8, box.top - size - 6)}px`;
    this.board.flip(orientation);
    this.board.show({ variant, fen: picture(after), last: squaresOf(before, last) });
  }

  hide(): void {
    this.element.hidden = true;
  }

  destroy(): void {
    this.board.destroy();
    this.element.remove();
  }
}
