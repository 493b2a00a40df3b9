/** A machine that analyses: its lines, to point at and to follow. */

import type { Refusal } from '../api/client';
import type { Live } from '../api/live';
import type { Analysis, Engine, Place, Pv, Variant } from '../api/types';
import { count, scoreText, scoreWords, seconds } from '../game/score';
import { moveNumber } from '../game/tree';
import { plays } from '../play/setup';
import { type Position } from '../rules/position';
import type { Side } from '../rules/squares';
import { button, choice, el, fill } from '../ui/dom';
import { store, stored } from '../ui/theme';
import type { Preview } from './preview';

export interface Hooks {
  /** There are new lines. */
  changed: (panel: Panel) => void;
  /** A line is to be played out, up to a move. */
  follow: (moves: string[]) => void;
  /** How the board lies. */
  orientation: () => Side;
}

export class Panel {
  readonly element = el('section', { class: 'panel engine' });
  analysis: Analysis | undefined;
  private readonly head = el('div', { class: 'head' });
  private readonly figures = el('div', { class: 'figures' });
  private readonly lines = el('ol', { class: 'lines', 'aria-label': 'Lines' });
  private place: (Place & { position: Position; ply: number; start: string }) | undefined;
  private running = false;

  constructor(
    readonly seat: string,
    private readonly live: Live,
    private readonly engines: Engine[],
    private readonly preview: Preview,
    private readonly hooks: Hooks,
    private engine = stored(`${seat}.engine`) ?? engines[0]!.id,
    private multipv = Number(stored(`${seat}.lines`) ?? 3),
  ) {
    this.lines.addEventListener('mouseleave', () => this.preview.hide());
    this.element.append(this.head, this.figures, this.lines);
  }

  get best(): Pv | undefined {
    return this.analysis?.pvs[0];
  }

  get isOn(): boolean {
    return this.running;
  }

  /** Analyses a position, if it is switched on. */
  look(place: Place & { position: Position; ply: number; start: string }): void {
    this.place = place;
    this.analysis = undefined;
    this.render();
    if (this.running) this.ask();
  }

  start(): void {
    this.running = true;
    if (this.place) this.ask();
    this.render();
  }

  stop(): void {
    this.running = false;
    this.live.drop(this.seat);
    this.render();
  }

  private get machine(): Engine {
    return this.engines.find(engine => engine.id === this.engine) ?? this.engines[0]!;
  }

  private ask(): void {
    const { place } = this;
    if (!place) return;
    const { variant, fen, moves } = place;
    const request = { engine: this.machine.id, variant, multipv: this.multipv, ...(fen ? { fen } : {}), ...(moves ? { moves } : {}) };
    this.live.search(this.seat, request, {
      queued: () => fill(this.figures, 'Waiting for a free machine…'),
      info: analysis => this.hear(analysis),
      done: analysis => this.hear(analysis, true),
      error: error => this.fail(error),
    });
  }

  private hear(analysis: Analysis, done = false): void {
    this.analysis = analysis;
    this.show(done);
    this.hooks.changed(this);
  }

  private fail(error: Refusal): void {
    this.running = false;
    this.render();
    fill(this.figures, el('span', { class: 'trouble' }, error.message));
  }

  private render(): void {
    const variant: Variant = this.place?.variant ?? 'chess';
    const able = this.engines.filter(engine => plays(engine, variant));
    if (!able.some(engine => engine.id === this.engine)) this.engine = able[0]?.id ?? this.engine;
    const again = () => {
      store(`${this.seat}.engine`, this.engine);
      store(`${this.seat}.lines`, String(this.multipv));
      this.analysis = undefined;
      this.render();
      if (this.running) this.ask();
    };
    const many = this.machine.capabilities.includes('shows-lines');
    fill(
      this.head,
      button(this.running ? 'Stop' : 'Analyse', () => (this.running ? this.stop() : this.start()), { class: this.running ? '' : 'primary', 'aria-pressed': String(this.running) }),
      choice('Machine', able.map(e => [e.id, `${e.name} (${e.year})`] as const), this.engine, id => {
        this.engine = id;
        again();
      }, { 'aria-label': 'Machine' }),
      many && choice('Lines', ['1', '2', '3', '4', '5'].map(n => [n, n] as const), String(this.multipv), n => {
        this.multipv = Number(n);
        again();
      }, { 'aria-label': 'Lines', name: 'multipv' }),
    );
    this.show(false);
  }

  private show(done: boolean): void {
    const { analysis } = this;
    if (!analysis) {
      fill(this.figures, this.running ? 'Thinking…' : '');
      fill(this.lines);
      return;
    }
    const speed = analysis.ms > 0 ? analysis.nodes / analysis.ms : 0;
    fill(
      this.figures,
      el('b', { title: scoreWords(this.best) }, scoreText(this.best)),
      el('span', {}, `depth ${analysis.depth}${analysis.selDepth > analysis.depth ? `/${analysis.selDepth}` : ''}`),
      el('span', {}, `${count(analysis.nodes)} positions`),
      speed > 0 && el('span', {}, `${count(Math.round(speed * 1000))}/s`),
      el('span', {}, seconds(analysis.ms)),
      done && el('span', {}, 'done'),
    );
    fill(this.lines, ...analysis.pvs.map(pv => this.line(pv)));
  }

  private line(pv: Pv): HTMLElement {
    const place = this.place!;
    const moves = pv.moves.split(' ').filter(move => move !== '');
    const parts: (HTMLElement | string)[] = [];
    moves.slice(0, 24).forEach((_, i) => {
      const { number, white } = moveNumber(place.start, place.ply + i + 1);
      if (white || i === 0) parts.push(el('span', { class: 'number' }, `${number}${white ? '.' : '…'}`));
      const upTo = moves.slice(0, i + 1);
      const look = (event: Event) =>
        this.preview.show(event.currentTarget as HTMLElement, place.position, upTo, place.variant, this.hooks.orientation());
      parts.push(
        el('button', {
          type: 'button',
          class: 'move',
          onmouseenter: look,
          onfocus: look,
          onblur: () => this.preview.hide(),
          onclick: () => {
            this.preview.hide();
            this.hooks.follow(upTo);
          },
        }, pv.san[i] ?? moves[i]!),
      );
    });
    return el('li', {}, el('b', { class: 'score', title: scoreWords(pv) }, scoreText(pv)), el('span', { class: 'pv' }, ...parts));
  }
}
