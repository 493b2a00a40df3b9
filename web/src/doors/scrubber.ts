/** Going through a search event by event, with places to stop at. */

import { button, choice, el } from '../ui/dom';
import { Why } from './reasons';
import { Kind, type Trace } from './trace';

/** Where playing may stop. */
export type Stop = 'cutoff' | 'best' | 'table' | 'iteration' | 'event';

const STOPS: readonly (readonly [Stop, string])[] = [
  ['event', 'event'],
  ['cutoff', 'cutoff'],
  ['best', 'best move'],
  ['table', 'table hit'],
  ['iteration', 'iteration'],
];

/** The next event of a kind, forwards or backwards; the end of the search if there is none. */
export function nextStop(trace: Trace, from: number, stop: Stop, step: 1 | -1): number {
  const { kind, node, count } = trace.events;
  const { why } = trace.nodes;
  for (let at = from + step; at >= 0 && at < count; at += step) {
    const what = kind[at]!;
    if (
      stop === 'event' ||
      (stop === 'cutoff' && what === Kind.Leave && why[node[at]!] === Why.Beta) ||
      (stop === 'best' && what === Kind.Best) ||
      (stop === 'table' && (what === Kind.Table || (what === Kind.Leave && why[node[at]!] === Why.Table))) ||
      (stop === 'iteration' && what === Kind.Iteration)
    ) return at;
  }
  return step > 0 ? count - 1 : 0;
}

const SPEEDS = [1, 4, 20, 100, 1000, 10_000, 100_000];

export class Scrubber {
  readonly element = el('div', { class: 'scrubber' });
  private readonly slider = el('input', { type: 'range', min: 0, step: 1, 'aria-label': 'Moment of the search' });
  private readonly label = el('output', { class: 'moment' });
  private readonly playButton = button('Play', () => this.toggle(), { class: 'play', title: 'Play the search (space)' });
  private stop: Stop = 'cutoff';
  private speed = 100;
  private frame = 0;
  private last = 0;
  private due = 0;

  constructor(
    private readonly trace: Trace,
    private readonly go: (event: number) => void,
    private readonly words: (event: number) => string,
  ) {
    this.slider.max = String(trace.events.count - 1);
    this.slider.value = this.slider.max;
    this.slider.addEventListener('input', () => this.set(Number(this.slider.value)));
    this.element.append(
      el('div', { class: 'row' },
        button('|◀', () => this.set(0), { 'aria-label': 'To the beginning', title: 'To the beginning' }),
        button('‹', () => this.set(this.value - 1), { 'aria-label': 'One event back', title: 'One event back (,)' }),
        this.playButton,
        button('›', () => this.set(this.value + 1), { 'aria-label': 'One event on', title: 'One event on (.)' }),
        button('▶|', () => this.set(this.trace.events.count - 1), { 'aria-label': 'To the end', title: 'To the end' }),
        choice('Events a second', SPEEDS.map(s => [String(s), s.toLocaleString('en')] as const), String(this.speed), s => (this.speed = Number(s)), { 'aria-label': 'Events a second' }),
        choice('Next', STOPS, this.stop, stop => (this.stop = stop), { 'aria-label': 'Stop at', name: 'stop' }),
        button('Previous', () => this.jump(-1), { title: 'Back to the one before (p)' }),
        button('Next', () => this.jump(1), { title: 'On to the next one (n)' })),
      this.slider,
      this.label,
    );
    this.show();
  }

  get value(): number {
    return Number(this.slider.value);
  }

  destroy(): void {
    this.pause();
  }

  set(event: number): void {
    const clamped = Math.min(this.trace.events.count - 1, Math.max(0, event));
    this.slider.value = String(clamped);
    this.show();
    this.go(clamped);
  }

  jump(step: 1 | -1): void {
    this.pause();
    this.set(nextStop(this.trace, this.value, this.stop, step));
  }

  toggle(): void {
    if (this.frame !== 0) return this.pause();
    if (this.value >= this.trace.events.count - 1) this.set(0);
    this.last = performance.now();
    this.due = 0;
    this.run();
    this.playButton.textContent = 'Pause';
  }

  key(event: KeyboardEvent): boolean {
    switch (event.key) {
      case ' ': this.toggle(); return true;
      case ',': this.set(this.value - 1); return true;
      case '.': this.set(this.value + 1); return true;
      case 'n': this.jump(1); return true;
      case 'p': this.jump(-1); return true;
      default: return false;
    }
  }

  private run(): void {
    this.frame = requestAnimationFrame(now => {
      this.due += ((now - this.last) / 1000) * this.speed;
      this.last = now;
      const whole = Math.floor(this.due);
      if (whole > 0) {
        this.due -= whole;
        this.set(this.value + whole);
      }
      if (this.value >= this.trace.events.count - 1) this.pause();
      else this.run();
    });
  }

  private pause(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.playButton.textContent = 'Play';
  }

  private show(): void {
    const text = this.words(this.value);
    this.label.textContent = `${(this.value + 1).toLocaleString('en')} of ${this.trace.events.count.toLocaleString('en')}: ${text}`;
    this.slider.setAttribute('aria-valuetext', text);
  }
}
