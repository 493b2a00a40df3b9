/** A list of any length, of which only what can be seen is there; searched as one types. */

import { el, fill } from './dom';

/** The height of a row, in pixels. */
const ROW = 32;
const SHOWN = 8;

export class LongList {
  readonly element: HTMLElement;
  private readonly box: HTMLElement;
  private readonly inner = el('div', { class: 'rows', role: 'presentation' });
  private readonly count = el('p', { class: 'muted' });
  private found: number[] = [];
  private chosen = -1;

  constructor(
    label: string,
    private readonly texts: readonly string[],
    private readonly choose: (i: number) => void,
  ) {
    const search = el('input', { type: 'text', placeholder: 'Search: names, events, years', 'aria-label': `${label}: search`, autocomplete: 'off', oninput: () => this.search(search.value) });
    this.box = el('div', { class: 'long-list', role: 'listbox', 'aria-label': label, tabindex: 0, onscroll: () => this.draw(), onkeydown: (event: KeyboardEvent) => this.key(event) }, this.inner);
    this.element = el('div', { class: 'chooser' }, texts.length > SHOWN && search, this.count, this.box);
    this.search('');
  }

  /** Chooses one, and shows it. */
  pick(i: number): void {
    this.chosen = i;
    const row = this.found.indexOf(i);
    if (row >= 0) {
      const top = row * ROW;
      if (top < this.box.scrollTop) this.box.scrollTop = top;
      else if (top + ROW > this.box.scrollTop + SHOWN * ROW) this.box.scrollTop = top - (SHOWN - 1) * ROW;
    }
    this.draw();
    this.choose(i);
  }

  private search(text: string): void {
    const words = text.toLowerCase().split(/\s+/).filter(word => word !== '');
    this.found = [];
    this.texts.forEach((line, i) => {
      const lower = line.toLowerCase();
      if (words.every(word => lower.includes(word))) this.found.push(i);
    });
    const all = this.texts.length.toLocaleString('en');
    this.count.textContent = words.length === 0 ? `${all} games` : `${this.found.length.toLocaleString('en')} of ${all} games`;
    this.inner.style.height = `${this.found.length * ROW}px`;
    this.box.style.height = `${Math.max(1, Math.min(SHOWN, this.found.length)) * ROW + 2}px`;
    this.box.scrollTop = 0;
    this.draw();
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.box.scrollTop / ROW) - 2);
    const rows = this.found.slice(first, first + SHOWN + 5).map((i, n) =>
      el('div', {
        role: 'option',
        id: `row-${i}`,
        'aria-selected': String(i === this.chosen),
        'aria-setsize': this.found.length,
        'aria-posinset': first + n + 1,
        style: `top:${(first + n) * ROW}px`,
        title: this.texts[i],
        onclick: () => this.pick(i),
      }, `${i + 1}. ${this.texts[i]!}`));
    fill(this.inner, ...rows);
    if (this.chosen >= 0) this.box.setAttribute('aria-activedescendant', `row-${this.chosen}`);
  }

  private key(event: KeyboardEvent): void {
    const at = this.found.indexOf(this.chosen);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + SHOWN, PageUp: at - SHOWN, Home: 0, End: this.found.length - 1 }[event.key];
    if (to === undefined || this.found.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.pick(this.found[Math.max(0, Math.min(to, this.found.length - 1))]!);
  }
}
