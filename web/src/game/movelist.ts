/** The moves of a game, with variations, to click through. */

import { el, fill } from '../ui/dom';
import { glyphText } from './score';
import { type GameTree, type Node, moveNumber } from './tree';

export class MoveList {
  readonly element = el('div', { class: 'moves', role: 'list', 'aria-label': 'Moves' });
  private tree: GameTree | undefined;

  constructor(
    private readonly go: (node: Node) => void,
    private readonly options: { thai?: () => boolean; menu?: (node: Node, event: MouseEvent) => void } = {},
  ) {}

  show(tree: GameTree): void {
    this.tree = tree;
    const parts: HTMLElement[] = [];
    for (const comment of tree.root.comments) parts.push(el('p', { class: 'comment' }, comment));
    this.line(tree.root, parts, true);
    if (tree.result !== '*') parts.push(el('span', { class: 'result' }, tree.result));
    fill(this.element, ...parts);
    this.element.querySelector('.here')?.scrollIntoView({ block: 'nearest' });
  }

  /** A line of play from a place on; variations stand behind the move that they replace. */
  private line(from: Node, parts: HTMLElement[], numbered: boolean): void {
    let node: Node | undefined = from;
    let first = numbered;
    while (node) {
      const [main, ...others]: Node[] = node.children;
      if (!main) return;
      parts.push(...this.move(main, first));
      first = others.length > 0 || main.comments.length > 0;
      for (const other of others) {
        const inside: HTMLElement[] = [];
        for (const comment of other.commentsBefore) inside.push(el('em', { class: 'comment' }, comment));
        inside.push(...this.move(other, true));
        this.line(other, inside, other.comments.length > 0);
        parts.push(el('span', { class: 'variation' }, '(', ...inside, ')'));
      }
      node = main;
    }
  }

  private move(node: Node, numbered: boolean): HTMLElement[] {
    const { number, white } = moveNumber(this.tree!.start, node.ply);
    const parts: HTMLElement[] = [];
    if (white || numbered) parts.push(el('span', { class: 'number' }, `${number}${white ? '.' : '…'}`));
    const text = this.options.thai?.() && node.thai ? node.thai : node.san;
    const here = node === this.tree!.here;
    const entry = el(
      'button',
      {
        type: 'button',
        class: here ? 'move here' : 'move',
        'aria-current': here ? 'true' : undefined,
        onclick: () => this.go(node),
        oncontextmenu: (event: MouseEvent) => {
          if (!this.options.menu) return;
          event.preventDefault();
          this.options.menu(node, event);
        },
      },
      text + node.glyphs.map(glyphText).join(''),
    );
    parts.push(entry);
    for (const comment of node.comments) parts.push(el('em', { class: 'comment' }, comment));
    return parts;
  }
}
