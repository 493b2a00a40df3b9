/** A game with its variations, and where one stands in it. */

import type { RecordedGame, RecordedMove, Variant } from '../api/types';
import type { KeptTree } from '../library/store';
import { GAMES } from '../rules/games';
import { type Position, play, readFen, readUci, writeBoard } from '../rules/position';
import { san as writeSan } from '../rules/san';
import { nameOf } from '../rules/squares';
import { fromOf, isCastling, castledSquares, toOf } from '../rules/position';

export interface Node {
  readonly id: number;
  readonly parent: Node | undefined;
  readonly children: Node[];
  /** The move that led here; none at the start. */
  readonly uci: string;
  readonly san: string;
  thai?: string;
  readonly position: Position;
  /** The number of half-moves since the start. */
  readonly ply: number;
  glyphs: number[];
  comments: string[];
  commentsBefore: string[];
}

export const STARTS = Object.fromEntries(Object.entries(GAMES).map(([variant, game]) => [variant, game.start])) as Record<Variant, string>;

export class GameTree {
  readonly root: Node;
  /** Where one stands. */
  here: Node;
  tags: Record<string, string> = {};
  result = '*';
  /** Grows with every change of the moves, so that others see whether what they show is still so. */
  version = 0;
  private count = 0;

  constructor(
    readonly variant: Variant,
    readonly start: string = STARTS[variant],
  ) {
    this.root = this.make(undefined, '', '', readFen(start, variant));
    this.here = this.root;
  }

  private make(parent: Node | undefined, uci: string, san: string, position: Position): Node {
    const ply = parent ? parent.ply + 1 : 0;
    return { id: this.count++, parent, children: [], uci, san, position, ply, glyphs: [], comments: [], commentsBefore: [] };
  }

  /** Plays a legal move where one stands: along a line that is there, or as a new one. */
  play(uci: string, san?: string): Node {
    const known = this.here.children.find(child => child.uci === uci);
    this.here = known ?? this.add(this.here, uci, san);
    return this.here;
  }

  add(parent: Node, uci: string, san?: string): Node {
    const m = readUci(parent.position, uci);
    const node = this.make(parent, uci, san ?? writeSan(parent.position, m), play(parent.position, m));
    parent.children.push(node);
    this.version += 1;
    return node;
  }

  /** The moves from the start to a place. */
  path(node: Node = this.here): string[] {
    return this.line(node).map(step => step.uci);
  }

  /** The places from the start to this one, the start left out. */
  line(node: Node = this.here): Node[] {
    const line: Node[] = [];
    for (let at: Node | undefined = node; at?.parent; at = at.parent) line.push(at);
    return line.reverse();
  }

  back(): boolean {
    if (!this.here.parent) return false;
    this.here = this.here.parent;
    return true;
  }

  forward(): boolean {
    const next = this.here.children[0];
    if (!next) return false;
    this.here = next;
    return true;
  }

  toStart(): void {
    this.here = this.root;
  }

  toEnd(): void {
    while (this.forward());
  }

  /** Takes a place and all that follows out of the tree. */
  remove(node: Node): void {
    if (!node.parent) return;
    const siblings = node.parent.children;
    siblings.splice(siblings.indexOf(node), 1);
    this.version += 1;
    if (this.line().includes(node)) this.here = node.parent;
  }

  /** Makes the line to a place the main one. */
  promote(node: Node): void {
    this.version += 1;
    for (let at: Node | undefined = node; at?.parent; at = at.parent) {
      const siblings = at.parent.children;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  /** The place of a number. */
  find(id: number, from: Node = this.root): Node | undefined {
    const open = [from];
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.id === id) return node;
      open.push(...node.children);
    }
    return undefined;
  }

  /** The game as the server writes it. */
  record(): RecordedGame {
    const { game } = this.pack();
    // The server writes moves anew; of all spellings this is the one that cannot be misread.
    return { ...game, moves: game.moves.map(({ uci, thai: _, ...move }) => ({ ...move, san: uci! })) };
  }

  /** The game as the library keeps it. */
  keep(here: Node = this.here): KeptTree {
    const { game, numbers } = this.pack();
    return { ...game, place: numbers.get(here) ?? 0 };
  }

  private pack(): { game: RecordedGame; numbers: Map<Node, number> } {
    const moves: RecordedMove[] = [];
    const numbers = new Map<Node, number>([[this.root, 0]]);
    const open = [...this.root.children].reverse();
    for (let node = open.pop(); node; node = open.pop()) {
      moves.push({
        after: numbers.get(node.parent!)!,
        san: node.san,
        uci: node.uci,
        ...(node.thai ? { thai: node.thai } : {}),
        glyphs: node.glyphs,
        comments: node.comments,
        commentsBefore: node.commentsBefore,
      });
      numbers.set(node, moves.length);
      open.push(...[...node.children].reverse());
    }
    const fen = this.start === STARTS[this.variant] ? null : this.start;
    const game = { tags: this.tags, variant: this.variant, fen, result: this.result, comments: this.root.comments, moves };
    return { game, numbers };
  }

  /** The tree of a game that the server read, or the library kept. */
  static of(game: RecordedGame & { place?: number }): GameTree {
    const tree = new GameTree(game.variant ?? 'chess', game.fen ?? STARTS[game.variant ?? 'chess']);
    tree.tags = game.tags;
    tree.result = game.result;
    tree.root.comments = game.comments ?? [];
    const nodes = [tree.root];
    for (const step of game.moves) {
      const node = tree.add(nodes[step.after]!, step.uci ?? step.san, step.san);
      if (step.thai) node.thai = step.thai;
      node.glyphs = step.glyphs ?? [];
      node.comments = step.comments ?? [];
      node.commentsBefore = step.commentsBefore ?? [];
      nodes.push(node);
    }
    tree.here = nodes[game.place ?? 0] ?? tree.root;
    return tree;
  }
}

/** A FEN that is good enough to draw: the men and the side to move. */
export function picture(position: Position): string {
  return `${writeBoard(position)} ${position.turn === 'white' ? 'w' : 'b'} - - 0 1`;
}

/** The squares of the move that led to a place, as the board marks them. */
export function lastSquares(node: Node): [string, string] | undefined {
  return node.parent ? squaresOf(node.parent.position, node.uci) : undefined;
}

/** From where to where a move goes, as the eye sees it. */
export function squaresOf(position: Position, uci: string): [string, string] {
  const m = readUci(position, uci);
  const to = !position.makruk && isCastling(position, m) ? castledSquares(m)[0] : toOf(m);
  return [nameOf(fromOf(m)), nameOf(to)];
}

/** The number before a move, as in `3.` or `3...`. */
export function moveNumber(start: string, ply: number): { number: number; white: boolean } {
  const fields = start.split(' ');
  const first = Math.max(1, Number(fields.at(-1)) || 1);
  const offset = fields[1] === 'b' ? 1 : 0;
  const half = ply - 1 + offset;
  return { number: first + (half >> 1), white: half % 2 === 0 };
}
