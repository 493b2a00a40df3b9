/** The board: men to drag, click, touch, or move from the keyboard. */

import { Chessground } from 'chessgroundx';
import { premove } from 'chessgroundx/premove';
import type { Api } from 'chessgroundx/api';
import type { DrawShape } from 'chessgroundx/draw';
import type * as cg from 'chessgroundx/types';

import type { Legal } from '../api/types';
import { type Variant, isMakruk, readFen } from '../rules/position';
import { type Side, type Square, squareAt } from '../rules/squares';
import { el } from '../ui/dom';
import { Grid } from './grid';
import { choosePromotion } from './promotion';

export interface Shown {
  variant: Variant;
  fen: string;
  /** The squares of the last move. */
  last?: [string, string] | undefined;
  /** The square of a king in check. */
  check?: string | null | undefined;
  /** What may be played, by whom; nobody moves without it. */
  legal?: readonly Legal[] | undefined;
  movable?: Side | undefined;
  /** Who may already say what to play next, while the other side thinks. */
  premove?: Side | undefined;
}

export interface Arrow {
  from: string;
  to: string;
  brush: 'best' | 'other' | 'threat' | 'hint' | 'wrong';
  /** A value to write at its end. */
  label?: string;
  /** From 0 to 1. */
  weight?: number;
}

const BRUSHES = {
  best: { key: 'kb', color: '#1f6f4a', opacity: 0.9, lineWidth: 9 },
  other: { key: 'ko', color: '#2f5d8a', opacity: 0.75, lineWidth: 8 },
  threat: { key: 'kt', color: '#a3302b', opacity: 0.85, lineWidth: 9 },
  hint: { key: 'kh', color: '#9a6b1f', opacity: 0.95, lineWidth: 9 },
  wrong: { key: 'kw', color: '#a3302b', opacity: 0.9, lineWidth: 9 },
};

export class Board {
  readonly element: HTMLElement;
  private readonly frame: HTMLElement;
  private readonly ground: Api;
  private readonly grid: Grid;
  private shown: Shown = { variant: 'chess', fen: '8/8/8/8/8/8/8/8 w - - 0 1' };
  private orientation: Side = 'white';
  private readonly observer: ResizeObserver;

  constructor(
    private readonly onMove: (uci: string) => void = () => {},
    options: { label?: string; small?: boolean } = {},
  ) {
    this.frame = el('div', { class: 'ground' });
    this.element = el('div', { class: options.small ? 'board small' : 'board' }, this.frame);
    this.ground = Chessground(this.frame, {
      fen: this.shown.fen,
      coordinates: false,
      viewOnly: options.small ?? false,
      disableContextMenu: true,
      autoCastle: false,
      animation: { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 180 },
      movable: { free: false, showDests: true, events: { after: (from, to) => void this.moved(from, to) } },
      premovable: { enabled: true, castle: true },
      draggable: { showGhost: true },
      drawable: { enabled: !options.small, brushes: BRUSHES as never },
    });
    this.grid = new Grid(options.label ?? 'Board', square => this.pick(square), () => this.ground.cancelMove());
    this.element.append(this.grid.element);
    // The board measures itself when its frame changes, not only when the window does.
    this.observer = new ResizeObserver(() => this.ground.redrawAll());
    this.observer.observe(this.frame);
  }

  destroy(): void {
    this.observer.disconnect();
    this.ground.destroy();
  }

  show(shown: Shown): void {
    this.shown = shown;
    const turn: Side = shown.fen.split(' ')[1] === 'b' ? 'black' : 'white';
    this.frame.classList.toggle('men-makruk', isMakruk(shown.variant));
    this.frame.classList.toggle('men-chess', !isMakruk(shown.variant));
    this.element.classList.toggle('makruk', isMakruk(shown.variant));
    const movable = shown.movable !== undefined && shown.movable === turn;
    this.ground.set({
      fen: shown.fen,
      turnColor: turn,
      check: shown.check ? [shown.check as cg.Key] : false,
      lastMove: (shown.last ?? []) as cg.Key[],
      movable: { color: movable ? turn : shown.premove, dests: movable ? dests(shown.legal ?? []) : new Map() } as never,
      premovable: { premoveFunc: premove(isMakruk(shown.variant) ? 'makruk' : 'chess', shown.variant === 'chess960', { width: 8, height: 8 }) },
    });
    if (!movable && !shown.premove) {
      this.ground.selectSquare(null);
      this.ground.cancelPremove();
    }
    this.grid.show(readFen(shown.fen, shown.variant), shown.variant, movable ? dests(shown.legal ?? []) : new Map());
  }

  flip(orientation: Side = this.orientation === 'white' ? 'black' : 'white'): void {
    if (orientation === this.orientation) return;
    this.orientation = orientation;
    this.ground.set({ orientation });
    this.grid.turn(orientation);
  }

  get side(): Side {
    return this.orientation;
  }

  arrows(arrows: readonly Arrow[]): void {
    const shapes: DrawShape[] = [];
    for (const arrow of arrows) {
      const width = BRUSHES[arrow.brush].lineWidth * (0.55 + 0.45 * (arrow.weight ?? 1));
      shapes.push({
        orig: arrow.from as cg.Key,
        dest: arrow.to as cg.Key,
        brush: arrow.brush,
        modifiers: { lineWidth: Math.round(width) },
      });
    }
    for (const arrow of arrows) if (arrow.label) shapes.push({ orig: arrow.to as cg.Key, customSvg: label(arrow) });
    this.ground.setAutoShapes(shapes);
  }

  /** Plays what was said in advance, if it can be played now. */
  playPremove(): void {
    this.ground.playPremove();
  }

  /** Writes something small on every square. */
  note(text: (square: Square) => string): void {
    this.grid.note(text);
  }

  /** The square at a point of the window, or -1. */
  squareAt(x: number, y: number): Square {
    const box = this.element.getBoundingClientRect();
    const [file, rank] = [Math.floor(((x - box.left) / box.width) * 8), 7 - Math.floor(((y - box.top) / box.height) * 8)];
    return this.orientation === 'white' ? squareAt(file, rank) : squareAt(7 - file, 7 - rank);
  }

  /** Puts the keyboard on the board. */
  focus(): void {
    this.grid.focus();
  }

  /** A square chosen from the keyboard. */
  private pick(square: string): void {
    const before = this.ground.state.selectable.selected;
    this.ground.selectSquare(square as cg.Key, true);
    const after = this.ground.state.selectable.selected;
    this.grid.select(typeof after === 'string' ? after : undefined, before !== after);
  }

  private async moved(from: cg.Key, to: cg.Key): Promise<void> {
    this.grid.select(undefined, false);
    const found = matching(this.shown.legal ?? [], from, to);
    let [choice] = found;
    if (found.length > 1) {
      const side: Side = this.shown.fen.split(' ')[1] === 'b' ? 'black' : 'white';
      choice = await choosePromotion(this.element, found, side, this.shown.variant);
    }
    if (choice) this.onMove(choice.uci);
    else this.show(this.shown);
  }
}

/** The moves meant by going from one square to another: castling may be shown by the rook, or by the king's square if it is free for it. */
function matching(legal: readonly Legal[], from: string, to: string): Legal[] {
  const plain = legal.filter(m => m.from === from && m.to === to && !m.rook);
  const castling = legal.filter(m => m.from === from && m.rook && (m.rook === to || (m.to === to && plain.length === 0)));
  return castling.some(m => m.rook === to) ? castling.filter(m => m.rook === to) : [...plain, ...castling];
}

function dests(legal: readonly Legal[]): Map<cg.Key, cg.Key[]> {
  const all = new Map<cg.Key, cg.Key[]>();
  for (const m of legal) {
    const list = all.get(m.from as cg.Key) ?? [];
    for (const to of m.rook ? [m.to, m.rook] : [m.to]) {
      if (to !== m.from && !list.includes(to as cg.Key)) list.push(to as cg.Key);
    }
    all.set(m.from as cg.Key, list);
  }
  return all;
}

function label(arrow: Arrow): string {
  const color = BRUSHES[arrow.brush].color;
  const text = arrow.label!.replace(/[<&]/g, '');
  const width = 16 + text.length * 15;
  return (
    `<rect x="${50 - width / 2}" y="66" rx="12" width="${width}" height="34" fill="${color}" stroke="#fff" stroke-width="3"/>`
    + `<text x="50" y="91" text-anchor="middle" font-size="25" font-weight="700" font-family="sans-serif" fill="#fff">${text}</text>`
  );
}
