/** One recording: its picture, its moments, and its nodes. */

import type { Recorded } from '../api/types';
import { button, choice, el, fill, save } from '../ui/dom';
import { complain, note, say } from '../ui/say';
import { Details } from './details';
import { exportHtml } from './export';
import { Names } from './names';
import { GROUPS, palette, trace as outline } from './palette';
import { Picture } from './picture/picture';
import type { Mode } from './picture/scene';
import { PlayoutsView } from './playouts';
import { isPlayouts, readFile } from './reading/file';
import { layOut } from './reading/rows';
import { Scrubber } from './scrubber';
import { Why } from './reasons';
import { Kind, type Trace, lastComplete, showScore } from './trace';
import { eventWords } from './words';

export interface PaneHooks {
  /** Searches without the book that the move came from. */
  behind?: () => void;
}

export class Pane {
  readonly element = el('section', { class: 'pane' });
  private picture: Picture | undefined;
  private scrubber: Scrubber | undefined;
  private details: Details | undefined;
  private readonly why = el('div', { class: 'why', 'aria-live': 'polite' });
  private readonly themed = () => this.picture?.recolor();

  constructor(
    private readonly recorded: Recorded,
    private readonly buffer: ArrayBuffer,
    private readonly title: string,
    private readonly hooks: PaneHooks = {},
  ) {
    document.addEventListener('themechange', this.themed);
    const { bytes } = readFile(buffer);
    if (bytes.length === 0) {
      this.element.append(this.head(), el('p', { class: 'panel' }, `${title} did not search here: its move is the only one, or is found without looking ahead.`));
      return;
    }
    if (isPlayouts(bytes)) {
      const playouts = new PlayoutsView(buffer, (uci, notSan) => void this.ask(uci, notSan));
      this.element.append(this.head(), playouts.element, this.why);
      return;
    }
    this.open(layOut(buffer));
  }

  destroy(): void {
    document.removeEventListener('themechange', this.themed);
    this.picture?.destroy();
    this.scrubber?.destroy();
    this.details?.destroy();
  }

  key(event: KeyboardEvent): boolean {
    return this.scrubber?.key(event) ?? false;
  }

  private head(trace?: Trace): HTMLElement {
    const { recorded } = this;
    const asked = readFile(this.buffer).header;
    const score = trace ? rootScore(trace) : '';
    const kept = recorded.nodes < recorded.total ? `${recorded.nodes.toLocaleString('en')} of ${recorded.total.toLocaleString('en')} nodes kept` : `${recorded.total.toLocaleString('en')} nodes`;
    return el('div', { class: 'head' },
      el('h2', {}, this.title),
      recorded.best !== null && el('p', {}, 'plays ', el('b', {}, recorded.best), score === '' ? '' : ` (${score} for White)`,
        recorded.pv.length > 1 ? `, expecting ${recorded.pv.slice(0, 8).join(' ')}` : ''),
      el('p', { class: 'muted' }, kept, `, ${(recorded.bytes / 1024).toFixed(0)} KB`, recorded.nodes < recorded.total && recorded.kept !== '' ? ` (${recorded.kept})` : '', recorded.cut ? ', cut off' : '',
        asked.limits.length + asked.options.length > 0 && `; asked for ${[...asked.limits, ...asked.options].join(', ')}`),
      trace && this.remark(trace));
  }

  /** What has to be said where the move is not the best of the search that is shown. */
  private remark(trace: Trace): HTMLElement | false {
    const { nodes, rounds } = trace;
    const { root, depth } = rounds[lastComplete(trace)]!;
    const why = nodes.why[root];
    const { best } = this.recorded;
    if (why === Why.Book) {
      return el('p', { class: 'remark' }, `${best ?? 'The move'} comes from its opening book; nothing was searched. `,
        this.hooks.behind && button('The search behind it', this.hooks.behind));
    }
    if (why === Why.Lot) return el('p', { class: 'remark' }, `${best ?? 'The move'} was drawn by lot; nothing was searched.`);
    const names = new Names(trace);
    const favourite = (at: number) => (nodes.best[at]! >= 0 ? names.move(nodes.best[at]!) : undefined);
    const first = favourite(root);
    if (!best || !first || first === best) return false;
    const later = rounds.slice(lastComplete(trace) + 1).some(round => favourite(round.root) === best);
    return el('p', { class: 'remark' }, later
      ? `The last search that was complete, to depth ${depth}, had ${first} first; ${best} was found in the one after it, which time cut short.`
      : `Its search had ${first} first. At this level it does not always play what it thinks best: it chose ${best}.`);
  }

  private open(trace: Trace): void {
    const names = new Names(trace);
    const picture = new Picture(trace, names);
    const details = new Details(this.recorded.id, trace, names, {
      pick: node => this.pick(node),
      ghosts: ghosts => picture.showGhosts(ghosts),
      why: (uci, notSan) => void this.ask(uci, notSan),
    });
    const scrubber = new Scrubber(trace, event => this.moment(trace, event), event => eventWords(trace, names, event));
    picture.onPick = node => this.pick(node);
    Object.assign(this, { picture, details, scrubber });
    const tip = el('div', { class: 'tip', hidden: true });
    picture.onHover = node => {
      tip.hidden = node === undefined;
      if (node !== undefined) tip.textContent = names.line(node).map(step => names.move(step)).join(' ') || 'the root';
    };
    const shown = lastComplete(trace);
    picture.show(shown);
    this.element.append(
      this.head(trace),
      this.tools(trace, picture),
      el('div', { class: 'stage' }, el('div', { class: 'canvas' }, picture.canvas, tip), picture.overview, el('div', { class: 'beside' }, details.element, this.why)),
      scrubber.element,
    );
    // The answer is the first thing to see.
    this.pick(trace.rounds[shown]!.root, false);
  }

  private tools(trace: Trace, picture: Picture): HTMLElement {
    const modes = ([['tree', 'Tree'], ['icicle', 'Icicle']] as const).map(([mode, text]) =>
      button(text, () => setMode(mode), { 'aria-pressed': String(mode === picture.mode), 'data-mode': mode }));
    const setMode = (mode: Mode) => {
      picture.setMode(mode);
      for (const item of modes) item.setAttribute('aria-pressed', String(item.dataset['mode'] === mode));
    };
    const rounds = trace.rounds.map((round, i) => [String(i), `depth ${round.depth}${trace.rounds.filter(r => r.depth === round.depth).length > 1 ? ` (${i + 1})` : ''}`] as const);
    return el('div', { class: 'row tools' },
      ...modes,
      trace.rounds.length > 1 && choice('Search', rounds, String(picture.shown), i => {
        picture.show(Number(i));
        this.pick(trace.rounds[Number(i)]!.root, false);
      }, { name: 'round', 'aria-label': 'Which search of the root' }),
      button('+', () => picture.zoom(1.6), { 'aria-label': 'Nearer' }),
      button('−', () => picture.zoom(1 / 1.6), { 'aria-label': 'Farther' }),
      button('All', () => picture.fit(), { 'aria-label': 'Show all of it' }),
      legend(),
      el('span', { class: 'grow' }),
      button('Trace', () => save('kempelen.ktrace', this.buffer, 'application/octet-stream'), { title: 'Save the recording; kempelen window reads it too' }),
      button('SVG', () => save('kempelen-tree.svg', picture.svg(), 'image/svg+xml'), { title: 'Save the picture as it is now' }),
      button('HTML', () => void this.saveHtml(trace), { title: 'Save everything in one file that opens without a network' }));
  }

  private async saveHtml(trace: Trace): Promise<void> {
    try {
      save('kempelen-search.html', await exportHtml(this.recorded, this.title, this.buffer, trace), 'text/html');
    } catch (error) {
      complain(error);
    }
  }

  private pick(node: number, move = true): void {
    this.picture?.select(node, move);
    const select = this.element.querySelector<HTMLSelectElement>('select[name=round]');
    if (select && this.picture) select.value = String(this.picture.shown);
    void this.details?.show(node);
  }

  /** Shows a moment of the search. */
  private moment(trace: Trace, event: number): void {
    const { picture } = this;
    if (!picture) return;
    const atEnd = event >= trace.events.count - 1;
    picture.showMoment(atEnd ? Number.MAX_SAFE_INTEGER : event);
    const node = Math.min(trace.events.node[event]!, trace.nodes.count - 1);
    if (!atEnd && trace.events.kind[event] !== Kind.Iteration) {
      picture.select(node);
      void this.details?.show(node);
    }
  }

  private async ask(uci: string, notSan: string): Promise<void> {
    const path = notSan === '' ? 'why' : 'why-not';
    try {
      const response = await fetch(`/api/window/${this.recorded.id}/${path}?move=${encodeURIComponent(uci)}`);
      const answer = (await response.json()) as { text?: string; error?: string };
      if (!response.ok) return note(answer.error ?? 'There is no answer.', 'error');
      fill(this.why, el('h3', {}, notSan === '' ? 'Why?' : `Why not ${notSan}?`), el('pre', {}, answer.text ?? ''));
      this.why.scrollIntoView({ block: 'nearest' });
      say(answer.text ?? '');
    } catch (error) {
      complain(error);
    }
  }
}

/** What the root was worth in the search that is shown first. */
function rootScore(trace: Trace): string {
  const { root } = trace.rounds[lastComplete(trace)]!;
  const why = trace.nodes.why[root];
  return why === Why.Book || why === Why.Lot ? '' : showScore(trace.header.scale, trace.nodes.score[root]!, new Names(trace).whiteToMove(root));
}

/** What the shapes and colours mean. */
function legend(): HTMLElement {
  const colors = palette();
  const items = GROUPS.map(([group, shape, text]) => {
    const canvas = el('canvas', { width: 28, height: 28, class: 'sign', 'aria-hidden': 'true' });
    const context = canvas.getContext('2d');
    if (context) {
      context.scale(2, 2);
      context.beginPath();
      outline(context, shape, 7, 7, 4.4);
      context.fillStyle = group === 'searched' ? colors.paper : colors[group];
      context.strokeStyle = colors[group];
      context.lineWidth = 1.6;
      context.fill();
      context.stroke();
    }
    return el('li', {}, canvas, text);
  });
  return el('details', { class: 'legend' }, el('summary', {}, 'Legend'), el('ul', {}, ...items, el('li', {}, el('span', { class: 'sign' }, '◌'), 'a ghost: a move that was never searched')));
}
