/** One node: its board, its window, why it was left, and what became of its moves. */

import * as api from '../api/client';
import { Board } from '../board/board';
import { picture, squaresOf } from '../game/tree';
import { el, fill } from '../ui/dom';
import { complain } from '../ui/say';
import type { Names } from './names';
import type { Ghost } from './picture/scene';
import { notes } from './reading/notes';
import { HOW, WHY } from './reasons';
import { type Trace, showScore } from './trace';

/** A node as the server tells it. */
interface NodeAnswer {
  node: number;
  line: string;
  because: string;
  how: string;
  window: string;
  score: string;
  static: string | null;
  nodes: number;
  depth: number;
  moves: Fate[];
}

export interface Fate {
  san: string;
  uci: string;
  fate: string;
  text: string;
  score: string | null;
  node: number | null;
}

const SIGNS: Record<string, string> = { best: '●', cut: '■', 'was best': '◐', worse: '○', judged: '·', stopped: '…', skipped: '⌀', ghost: '◌' };

export class Details {
  readonly element = el('section', { class: 'panel details', 'aria-live': 'polite' });
  private readonly board = new Board(undefined, { small: true });
  private readonly body = el('div', {});
  private node = -1;

  constructor(
    private readonly id: number,
    private readonly trace: Trace,
    private readonly names: Names,
    private readonly hooks: { pick: (node: number) => void; ghosts: (ghosts: Ghost[]) => void; why: (uci: string, san: string) => void },
  ) {
    this.element.append(this.board.element, this.body);
  }

  destroy(): void {
    this.board.destroy();
  }

  async show(node: number): Promise<void> {
    this.node = node;
    const { names } = this;
    const position = names.position(node);
    const parent = this.trace.nodes.parent[node]!;
    const uci = names.uci(node);
    this.board.show({
      variant: names.variant,
      fen: picture(position),
      last: uci === '' ? undefined : squaresOf(names.position(parent), uci),
    });
    try {
      const response = await fetch(`/api/window/${this.id}/node/${node}`);
      if (this.node !== node) return;
      if (!response.ok) return this.alone(node);
      this.tell((await response.json()) as NodeAnswer);
    } catch (error) {
      if (error instanceof api.Refusal) complain(error);
      this.alone(node);
    }
  }

  private tell(answer: NodeAnswer): void {
    const root = this.trace.nodes.parent[answer.node]! < 0;
    const asked = (fate: Fate) => root && (fate.fate !== 'best');
    const searched = answer.moves.filter(move => move.fate !== 'ghost');
    const ghosts = answer.moves.filter(move => move.fate === 'ghost');
    this.hooks.ghosts(ghosts.map(ghost => ({ san: ghost.san, text: ghost.text })));
    fill(
      this.body,
      el('p', { class: 'because' }, capital(answer.because), '.'),
      el('dl', {},
        ...pair('Line', answer.line || 'the root'),
        ...pair('Score', `${answer.score} for White`),
        ...pair('Window', answer.window),
        ...pair('Depth left', String(answer.depth)),
        ...pair('Searched', answer.how),
        ...(answer.static === null ? [] : pair('Judged at', answer.static)),
        ...pair('Nodes', answer.nodes.toLocaleString('en'))),
      searched.length > 0 && el('h3', {}, 'Its moves'),
      el('ul', { class: 'fates' }, ...searched.map(fate => this.fate(fate, asked(fate), root))),
      ghosts.length > 0 && el('details', { open: searched.length === 0 },
        el('summary', {}, `${ghosts.length} ${ghosts.length === 1 ? 'ghost' : 'ghosts'}: moves that were never searched`),
        el('ul', { class: 'fates' }, ...ghosts.map(fate => this.fate(fate, asked(fate), root)))),
    );
  }

  private fate(fate: Fate, rejected: boolean, root: boolean): HTMLElement {
    const name = `${SIGNS[fate.fate] ?? ''} ${fate.san}`;
    const { node } = fate;
    return el('li', { class: `fate ${fate.fate.replace(' ', '-')}` },
      node === null ? el('b', {}, name) : el('button', { type: 'button', class: 'move', onclick: () => this.hooks.pick(node) }, name),
      el('span', {}, ' ', fate.text),
      root && el('button', { type: 'button', class: 'ask', onclick: () => this.hooks.why(fate.uci, rejected ? fate.san : '') }, rejected ? 'why not?' : 'why?'));
  }

  /** What the trace alone tells, where there is no server to ask. */
  private alone(node: number): void {
    const { nodes, header } = this.trace;
    const white = this.names.whiteToMove(node);
    const show = (score: number) => showScore(header.scale, score, white);
    const [alpha, beta] = [nodes.alpha[node]!, nodes.beta[node]!];
    const said = notes(this.trace, node);
    const judged = said.find(note => note.kind === 'static');
    fill(
      this.body,
      el('p', { class: 'because' }, capital(WHY[nodes.why[node]!] ?? ''), '.'),
      el('dl', {},
        ...pair('Line', this.names.line(node).map(step => this.names.move(step)).join(' ') || 'the root'),
        ...pair('Score', show(nodes.score[node]!)),
        ...pair('Window', `${show(alpha)} … ${show(beta)}`),
        ...pair('Depth left', String(nodes.depth[node])),
        ...pair('Searched', HOW[nodes.how[node]!] ?? ''),
        ...(judged?.kind === 'static' ? pair('Judged at', show(judged.score)) : []),
        ...pair('Nodes', nodes.size[node]!.toLocaleString('en'))),
    );
  }
}

function pair(name: string, value: string): [HTMLElement, HTMLElement] {
  return [el('dt', {}, name), el('dd', {}, value)];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
