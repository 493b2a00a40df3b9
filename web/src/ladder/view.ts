/** The ladder through history: the machines in the order of their strength. Beat one to meet the next; all are open to whoever asks. */

import * as api from '../api/client';
import type { Engine } from '../api/types';
import { MEASURED } from '../cabinet/ratings';
import type { View } from '../router';
import { href } from '../router';
import { el, fill } from '../ui/dom';
import { complain } from '../ui/say';
import { isBeaten, rungName } from './progress';

interface Rung {
  engine: string;
  level: string;
  rating: number;
  error?: number;
  character: string;
}

const CHARACTERS: Record<string, string> = {
  'mint as it plays': 'Draws lots. It means no harm, and no good.',
  'microchess superblitz': 'One kilobyte, three seconds: hurries past everything but captures.',
  'microchess normal': 'One kilobyte on a hobbyist\'s board. Sees the next exchange and little else.',
  'octave 3 plies': 'A game written for a calculator of matrices: patient, and a little naive.',
  'sargon 1 ply': 'The champion of 1978 with its eyes half closed.',
  'sameshi 5 plies': 'Two kilobytes that look five plies deep, and forget what they have seen.',
  'sargon 3 plies': 'As it won in 1978: greedy, tidy, dangerous with its queen.',
  'microchess-improved 3 plies': 'What the manual of 1976 wished for: the old eye, looking further.',
};

/** Above the museum stands the modern engine, held back to ratings that were calibrated in matches (docs/strength.md). */
const MODERN = [1600, 2000, 2400, 2800].map((rating): Rung => ({
  engine: 'kempelen', level: `rating ${rating}`, rating, character: rating < 2400 ? 'The modern engine, held back: it misjudges now and then.' : 'The modern engine with hardly a hand tied.',
}));

export function rungs(): Rung[] {
  return [...MEASURED.map(known => ({ ...known, character: CHARACTERS[`${known.engine} ${known.level}`] ?? '' })), ...MODERN];
}

export class LadderView implements View {
  readonly title = 'The ladder';
  readonly element = el('div', { class: 'room ladder' });

  constructor() {
    const list = el('ol', { class: 'rungs' });
    this.element.append(
      el('header', {},
        el('h1', {}, 'The ladder through history'),
        el('p', { class: 'lead' }, 'From a program that draws lots to one that hardly errs. Beat a machine to meet the next, or sit down wherever you like.')),
      list,
    );
    api.engines().then(engines => {
      const all = rungs();
      const next = all.findIndex(rung => !isBeaten(rung.engine, rung.level));
      fill(list, ...all.map((rung, i) => this.rung(rung, engines, i === next)).reverse());
    }, complain);
  }

  leave(): void {}

  private rung(rung: Rung, engines: Engine[], next: boolean): HTMLElement {
    const engine = engines.find(({ id }) => id === rung.engine);
    if (!engine) return el('li', { hidden: true });
    const beaten = isBeaten(rung.engine, rung.level);
    const level = engine.levels.findIndex(({ name }) => name === rung.level);
    return el('li', { class: `panel rung${beaten ? ' beaten' : next ? ' next' : ''}`, 'data-rung': rungName(rung.engine, rung.level) },
      el('div', { class: 'rating' }, el('b', {}, String(rung.rating)), el('span', { class: 'muted' }, rung.error ? `± ${rung.error}` : 'calibrated')),
      el('div', { class: 'who' },
        el('h2', {}, engine.name, ' ', el('span', { class: 'muted' }, String(engine.year))),
        el('p', {}, rung.character),
        el('p', { class: 'muted' }, rung.level)),
      el('div', { class: 'row' },
        beaten && el('span', { class: 'badge' }, '✓ beaten'),
        next && el('span', { class: 'badge' }, 'your next'),
        el('a', { class: next ? 'button primary' : 'button', href: href('/play', { engine: engine.id, level: String(level) }), 'aria-label': `Play ${engine.name}, ${rung.level}` }, beaten ? 'Again' : 'Play')));
  }
}
