/** The clock of a game. */

import type { Side } from '../rules/squares';
import { other } from '../rules/squares';

export interface Pace {
  /** Milliseconds at the start. */
  base: number;
  /** Milliseconds added after each move. */
  increment: number;
}

export class Clock {
  private readonly left: Record<Side, number>;
  private running: Side | undefined;
  private since = 0;

  constructor(
    readonly pace: Pace,
    left?: Record<Side, number>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.left = left ? { ...left } : { white: pace.base, black: pace.base };
  }

  /** Milliseconds left, never below zero. */
  remaining(side: Side): number {
    const used = this.running === side ? this.now() - this.since : 0;
    return Math.max(0, this.left[side] - used);
  }

  get turn(): Side | undefined {
    return this.running;
  }

  start(side: Side): void {
    this.pause();
    this.running = side;
    this.since = this.now();
  }

  pause(): void {
    if (this.running) this.left[this.running] = this.remaining(this.running);
    this.running = undefined;
  }

  /** A side has moved; the other's clock runs. */
  press(side: Side): void {
    this.pause();
    this.left[side] += this.pace.increment;
    this.start(other(side));
  }

  snapshot(): Record<Side, number> {
    return { white: this.remaining('white'), black: this.remaining('black') };
  }
}

export function clockText(ms: number): string {
  const tenths = Math.ceil(ms / 100);
  const minutes = Math.floor(tenths / 600);
  const rest = tenths / 10 - minutes * 60;
  if (minutes === 0 && rest < 20) return `0:${rest.toFixed(1).padStart(4, '0')}`;
  const whole = Math.floor(rest);
  const hours = Math.floor(minutes / 60);
  const tail = `${String(minutes % 60).padStart(hours ? 2 : 1, '0')}:${String(whole).padStart(2, '0')}`;
  return hours ? `${hours}:${tail}` : tail;
}
