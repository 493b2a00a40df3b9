/** The evaluation of a position, term by term. */

import * as api from '../api/client';
import type { Place, Term } from '../api/types';
import { el, fill } from '../ui/dom';

export class Terms {
  readonly element = el('details', { class: 'panel', ontoggle: () => this.load() }, el('summary', {}, 'The evaluation, term by term'));
  private readonly body = el('div', { class: 'terms' });
  private place: Place | undefined;

  constructor() {
    this.element.append(this.body);
  }

  look(place: Place): void {
    this.place = place;
    this.load();
  }

  private load(): void {
    const { place } = this;
    if (!this.element.open || !place) return;
    api.evaluate(place).then(
      evaluation => {
        if (this.place !== place) return;
        const sum = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');
        const rows = [...evaluation.terms]
          .filter(term => term.white.value !== 0 || term.black.value !== 0)
          .sort((a, b) => weight(b) - weight(a))
          .map(term => row(term.name, term.meaning, term.white.value, term.black.value));
        const changes = evaluation.adjustments.filter(item => item.value !== 0);
        fill(
          this.body,
          el('p', {}, 'Hundredths of a pawn; the sum is exactly the score of the modern engine without looking ahead: ', el('b', {}, sum(evaluation.cp)), ` for White. ${Math.round(evaluation.phase * 100)} % of the middle game is left.`),
          el('table', {},
            el('thead', {}, el('tr', {}, el('th', {}, 'Term'), el('th', { class: 'number' }, 'White'), el('th', { class: 'number' }, 'Black'), el('th', { class: 'number' }, 'Sum'))),
            el('tbody', {}, ...rows, ...changes.map(item => el('tr', { title: item.meaning }, el('td', {}, words(item.name)), el('td', {}), el('td', {}), el('td', { class: 'number' }, sum(item.value)))))),
        );
      },
      error => fill(this.body, error instanceof Error ? error.message : String(error)),
    );
  }
}

const weight = (term: Term) => Math.abs(term.white.value - term.black.value) * 1000 + Math.abs(term.white.value);
const words = (name: string) => name.replaceAll('_', ' ');

function row(name: string, meaning: string, white: number, black: number): HTMLElement {
  const sum = white - black;
  return el('tr', { title: meaning },
    el('td', {}, words(name)),
    el('td', { class: 'number' }, String(white)),
    el('td', { class: 'number' }, String(black)),
    el('td', { class: 'number' }, sum > 0 ? `+${sum}` : sum < 0 ? `−${-sum}` : '0'));
}
