/** The moves of a game, in two columns, with variations, to click through. */

import { el, fill } from '../ui/dom';
import { glyphText } from './score';
import { type GameTree, type Node, moveNumber } from './tree';

export interface MoveListOptions {
  thai?: () => boolean;
  menu?: (node: Node, event: MouseEvent) => void;
  /** Whether moves after the place where the game stands are shown as taken back. */
  ahead?: boolean;
  /** Whether the search that chose a move is kept. */
  recorded?: (node: Node) => boolean;
}

export class MoveList {
  readonly element = el('div', { class: 'moves', role: 'group', 'aria-label': 'Moves' });
  private tree: GameTree | undefined;
  private here: Node | undefined;
  private tip: Node | undefined;
  private readonly buttons = new Map<Node, HTMLButtonElement>();
  /** What is shown, so that a step through it need not build it anew. */
  private shown = '';

  constructor(
    private readonly go: (node: Node) => void,
    private readonly options: MoveListOptions = {},
  ) {}

  /** Shows a game, and where somebody looks at it. */
  show(tree: GameTree, here: Node = tree.here, tip: Node = here): void {
    const state = `${tree.version} ${tree.result} ${this.options.thai?.() ?? ''}`;
    const rebuilt = this.tree !== tree || this.shown !== state;
    if (rebuilt) this.build(tree);
    this.tree = tree;
    this.shown = state;
    this.mark(here);
    // What was taken back.
    if (tip !== this.tip || rebuilt) {
      this.tip = tip;
      const played = new Set(tree.line(tip));
      for (const [node, entry] of this.buttons) entry.classList.toggle('ahead', this.options.ahead === true && !played.has(node) && isMain(node));
    }
  }

  /** Shows it anew though no move has changed. */
  refresh(): void {
    this.shown = '';
  }

  private mark(here: Node): void {
    const before = this.here && this.buttons.get(this.here);
    before?.classList.remove('here');
    before?.removeAttribute('aria-current');
    this.here = here;
    const entry = this.buttons.get(here);
    entry?.classList.add('here');
    entry?.setAttribute('aria-current', 'true');
    // Only the list scrolls, not the page.
    const box = this.element.parentElement;
    if (!box) return;
    if (!entry) box.scrollTop = 0;
    else {
      const [inner, outer] = [entry.getBoundingClientRect(), box.getBoundingClientRect()];
      if (inner.top < outer.top + 8) box.scrollTop -= outer.top + 8 - inner.top;
      else if (inner.bottom > outer.bottom - 8) box.scrollTop += inner.bottom - outer.bottom + 8;
    }
  }

  private build(tree: GameTree): void {
    this.tree = tree;
    this.buttons.clear();
    const parts: HTMLElement[] = tree.root.comments.map(comment => el('p', { class: 'comment' }, comment));
    this.columns(tree.root, parts);
    if (tree.result !== '*') parts.push(el('span', { class: 'result' }, tree.result.replace('1/2-1/2', '½–½').replace('-', '–')));
    fill(this.element, ...parts);
  }

  /** The main line: a row for each move number; what is said between two moves takes a row of its own. */
  private columns(from: Node, parts: HTMLElement[]): void {
    let node: Node | undefined = from;
    let broken = true;
    while (node) {
      const [main, ...others]: Node[] = node.children;
      if (!main) return;
      const { number, white } = moveNumber(this.tree!.start, main.ply);
      if (white || broken) {
        parts.push(el('span', { class: 'number' }, `${number}.`));
        if (!white) parts.push(el('span', { class: 'gap' }, '…'));
      }
      parts.push(this.move(main));
      broken = others.length > 0 || main.comments.length > 0;
      if (broken && white) parts.push(el('span', { class: 'gap' }));
      for (const comment of main.comments) parts.push(el('p', { class: 'comment' }, comment));
      for (const other of others) {
        const inside: HTMLElement[] = [];
        this.start(other, inside);
        this.line(other, inside, other.comments.length > 0);
        parts.push(el('div', { class: 'variation' }, ...inside));
      }
      node = main;
    }
  }

  /** A line of play from a place on, in running text; variations stand behind the move that they replace. */
  private line(from: Node, parts: HTMLElement[], numbered: boolean): void {
    let node: Node | undefined = from;
    let first = numbered;
    while (node) {
      const [main, ...others]: Node[] = node.children;
      if (!main) return;
      this.numbered(main, first, parts);
      first = others.length > 0 || main.comments.length > 0;
      for (const other of others) {
        const inside: HTMLElement[] = [];
        this.start(other, inside);
        this.line(other, inside, other.comments.length > 0);
        parts.push(el('span', { class: 'variation inner' }, '(', ...inside, ')'));
      }
      node = main;
    }
  }

  private start(node: Node, parts: HTMLElement[]): void {
    for (const comment of node.commentsBefore) parts.push(el('em', { class: 'comment' }, comment));
    this.numbered(node, true, parts);
  }

  private numbered(node: Node, always: boolean, parts: HTMLElement[]): void {
    const { number, white } = moveNumber(this.tree!.start, node.ply);
    if (white || always) parts.push(el('span', { class: 'number' }, `${number}${white ? '.' : '…'}`));
    parts.push(this.move(node));
    for (const comment of node.comments) parts.push(el('em', { class: 'comment' }, comment));
  }

  private move(node: Node): HTMLButtonElement {
    const text = this.options.thai?.() && node.thai ? node.thai : node.san;
    const recorded = this.options.recorded?.(node) ?? false;
    const entry = el('button', {
      type: 'button',
      class: recorded ? 'move recorded' : 'move',
      title: recorded ? 'Its search is kept: look at it and open its doors (d)' : undefined,
      onclick: () => this.go(node),
      oncontextmenu: (event: MouseEvent) => {
        if (!this.options.menu) return;
        event.preventDefault();
        this.options.menu(node, event);
      },
    }, text + node.glyphs.map(glyphText).join(''));
    this.buttons.set(node, entry);
    return entry;
  }
}

/** Whether a move is the first that follows the one before. */
function isMain(node: Node): boolean {
  return node.parent?.children[0] === node;
}

/** The place a step away from another, on the way to where the game stands if that lies ahead. */
export function step(tree: GameTree, from: Node, tip: Node, way: 'back' | 'forward' | 'start' | 'end'): Node {
  if (way === 'start') return tree.root;
  if (way === 'end') return tip;
  if (way === 'back') return from.parent ?? from;
  const ahead = tree.line(tip);
  if (from === tree.root) return ahead[0] ?? from.children[0] ?? from;
  const at = ahead.indexOf(from);
  return at >= 0 && at + 1 < ahead.length ? ahead[at + 1]! : from === tip ? from : (from.children[0] ?? from);
}

/** Which way a key walks through a game, if it does. */
export function wayOf(event: KeyboardEvent): 'back' | 'forward' | 'start' | 'end' | undefined {
  switch (event.key) {
    case 'ArrowLeft': return 'back';
    case 'ArrowRight': return 'forward';
    case 'Home': return 'start';
    case 'End': return 'end';
    default: return undefined;
  }
}
