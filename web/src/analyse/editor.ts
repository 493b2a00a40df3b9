/** The board editor: men put on squares by hand, with the reasons why a set-up is no position. */

import * as api from '../api/client';
import type { Side, Variant } from '../api/types';
import { nameOfMan } from '../board/names';
import { dataUrl } from '../board/pieces';
import { STARTS } from '../game/tree';
import { type Man, isMakruk, readFen, roleOf, sideOf, writeBoard } from '../rules/position';
import { nameOf, squareAt } from '../rules/squares';
import { button, choice, el, fill, toggle } from '../ui/dom';

const MEN = { chess: 'KQRBNPkqrbnp', makruk: 'KMRSNPkmrsnp' };
const RIGHTS: readonly [string, string][] = [['K', 'White O-O'], ['Q', 'White O-O-O'], ['k', 'Black O-O'], ['q', 'Black O-O-O']];

export class Editor {
  readonly element = el('section', { class: 'panel editor', 'aria-label': 'Board editor' });
  private readonly verdict = el('p', { class: 'verdict', role: 'status' });
  private readonly use: HTMLButtonElement;
  private men: Man[];
  private turn: Side;
  private rights: Set<string>;
  private hand: Man = 'P';
  private asked = 0;

  constructor(
    private readonly variant: Variant,
    fen: string,
    private readonly hooks: { use: (fen: string) => void; cancel: () => void },
  ) {
    this.use = button('Use this position', () => this.hooks.use(this.fen), { class: 'primary' });
    ({ men: this.men, turn: this.turn, rights: this.rights } = taken(fen, variant));
    this.render();
  }

  private get set(): 'chess' | 'makruk' {
    return isMakruk(this.variant) ? 'makruk' : 'chess';
  }

  /** What stands there, as a FEN. */
  get fen(): string {
    const board = writeBoard({ ...readFen('8/8/8/8/8/8/8/8 w - - 0 1', this.variant), men: this.men });
    const rights = RIGHTS.map(([letter]) => letter).filter(letter => this.rights.has(letter)).join('') || '-';
    return `${board} ${this.turn === 'white' ? 'w' : 'b'} ${isMakruk(this.variant) ? '-' : rights} - 0 1`;
  }

  private load(fen: string): void {
    ({ men: this.men, turn: this.turn, rights: this.rights } = taken(fen, this.variant));
    this.render();
  }

  private render(): void {
    const rows: HTMLElement[] = [];
    for (let rank = 7; rank >= 0; rank--) for (let file = 0; file < 8; file++) rows.push(this.square(squareAt(file, rank), (file + rank) % 2 === 0));
    const palette = [...MEN[this.set], ''].map(man =>
      el('button', {
        type: 'button',
        class: 'piece',
        'aria-pressed': String(man === this.hand),
        'aria-label': man === '' ? 'Eraser' : nameOfMan(man, false, this.variant),
        title: man === '' ? 'Eraser' : nameOfMan(man, false, this.variant),
        onclick: () => {
          this.hand = man;
          this.render();
        },
      }, man === '' ? '⌫' : el('img', { src: dataUrl(this.set, roleOf(man), sideOf(man)), alt: '', width: 34, height: 34 })));
    fill(this.element,
      el('h2', {}, 'Board editor'),
      el('p', { class: 'muted' }, 'Choose a man, then click squares; the same man again takes it off.'),
      el('div', { class: 'palette', role: 'group', 'aria-label': 'Men' }, ...palette),
      el('div', { class: isMakruk(this.variant) ? 'squares makruk' : 'squares' }, ...rows),
      el('div', { class: 'row' },
        choice('To move', [['white', 'White'], ['black', 'Black']], this.turn, side => {
          this.turn = side;
          this.judge();
        }),
        button('Start position', () => this.load(STARTS[this.variant])),
        button('Empty board', () => this.load('8/8/8/8/8/8/8/8 w - - 0 1'))),
      !isMakruk(this.variant) && el('div', { class: 'row' }, ...RIGHTS.map(([letter, text]) => toggle(text, this.rights.has(letter), on => {
        if (on) this.rights.add(letter);
        else this.rights.delete(letter);
        this.judge();
      }))),
      this.verdict,
      el('div', { class: 'row' }, this.use, button('Cancel', this.hooks.cancel)));
    this.judge();
  }

  private square(square: number, dark: boolean): HTMLElement {
    const man = this.men[square]!;
    const name = nameOf(square);
    return el('button', {
      type: 'button',
      class: dark ? 'dark' : 'light',
      'data-edit': name,
      'aria-label': man === '' ? name : `${name}, ${nameOfMan(man, false, this.variant)}`,
      onclick: () => {
        this.men = [...this.men];
        this.men[square] = man === this.hand ? '' : this.hand;
        this.render();
        this.element.querySelector<HTMLElement>(`[data-edit=${name}]`)?.focus();
      },
    }, man !== '' && el('img', { src: dataUrl(this.set, roleOf(man), sideOf(man)), alt: '' }));
  }

  /** Asks the laws whether this is a position, and why not. */
  private judge(): void {
    const number = ++this.asked;
    this.use.disabled = true;
    api.state({ variant: this.variant, fen: this.fen }).then(({ legal, outcome }) => {
      if (number !== this.asked) return;
      this.use.disabled = false;
      this.verdict.classList.remove('bad');
      this.verdict.textContent = outcome ? `A position, but the game is over there: ${outcome.text}.` : `A position with ${legal.length} legal moves.`;
    }, (error: unknown) => {
      if (number !== this.asked) return;
      this.verdict.classList.add('bad');
      this.verdict.textContent = error instanceof Error ? `No position: ${error.message}.` : String(error);
    });
  }
}

function taken(fen: string, variant: Variant): { men: Man[]; turn: Side; rights: Set<string> } {
  const { men, turn } = readFen(fen, variant);
  return { men: [...men], turn, rights: new Set(fen.split(' ')[2] === '-' ? '' : (fen.split(' ')[2] ?? '').replaceAll(/[^KQkq]/g, '')) };
}
