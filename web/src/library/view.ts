/** The library: everything that was played and analysed here, to open, rename, export and delete. */

import * as api from '../api/client';
import { GameTree } from '../game/tree';
import type { View } from '../router';
import { href } from '../router';
import { ask, askText } from '../ui/ask';
import { button, el, fill, save } from '../ui/dom';
import { complain, note } from '../ui/say';
import { type Heading, get, list, onChange, remove, rename } from './store';

const KINDS: Record<Heading['kind'], string> = { game: 'Game', analysis: 'Analysis', match: 'Match' };
/** So many are shown at once; more on request. */
const PAGE = 100;

export class LibraryView implements View {
  readonly title = 'Library';
  readonly element = el('div', { class: 'room library' });
  private readonly body = el('div', {});
  private readonly off: () => void;
  private words: string[] = [];
  private shown = PAGE;

  constructor() {
    const search = el('input', {
      type: 'text',
      placeholder: 'Search: names, kinds, results',
      'aria-label': 'Search the library',
      oninput: () => {
        this.words = search.value.toLowerCase().split(/\s+/).filter(word => word !== '');
        void this.show();
      },
    });
    this.element.append(
      el('header', { class: 'head' },
        el('h1', {}, 'Library'),
        el('p', { class: 'muted' }, 'Games and analyses save themselves here, in this browser and nowhere else. The searches behind the moves of machines are kept with them.'),
        el('div', { class: 'row' }, search, button('Export all as PGN', () => void this.exportAll()))),
      this.body,
    );
    this.off = onChange(() => void this.show());
    void this.show();
  }

  leave(): void {
    this.off();
  }

  private async show(): Promise<void> {
    let entries: Heading[];
    try {
      entries = await list();
    } catch {
      return fill(this.body, el('p', { class: 'panel' }, 'This browser keeps nothing here: its store is switched off, as in some private windows.'));
    }
    const found = entries.filter(entry => {
      const text = `${entry.name} ${entry.white} ${entry.black} ${KINDS[entry.kind]} ${entry.variant} ${entry.result}`.toLowerCase();
      return this.words.every(word => text.includes(word));
    });
    if (found.length === 0) {
      return fill(this.body, el('p', { class: 'panel' }, entries.length === 0 ? 'Nothing has been played or analysed in this browser yet. ' : 'Nothing is called so. ',
        el('a', { href: '/play' }, 'Play a game')));
    }
    fill(this.body,
      el('ul', { class: 'entries' }, ...found.slice(0, this.shown).map(entry => this.row(entry))),
      found.length > this.shown && button(`${found.length - this.shown} more`, () => {
        this.shown += PAGE;
        void this.show();
      }));
  }

  private row(entry: Heading): HTMLElement {
    const { id, name, kind, variant, result, plies, changed } = entry;
    const open = href(kind === 'game' ? '/play' : '/analyse', { game: id });
    const facts = [KINDS[kind], variant === 'chess' ? '' : variant, result === '*' ? (kind === 'game' ? 'goes on' : '') : result.replace('1/2-1/2', '½–½').replace('-', '–'), `${Math.ceil(plies / 2)} moves`, when(changed)];
    return el('li', { class: 'panel' },
      el('div', { class: 'what' }, el('a', { href: open }, name), el('span', { class: 'muted' }, facts.filter(fact => fact !== '').join(' · '))),
      el('div', { class: 'row' },
        kind === 'game' && el('a', { class: 'button', href: href('/analyse', { from: id }), 'aria-label': `Analyse ${name}` }, 'Analyse'),
        button('Rename', () => void this.rename(entry), { 'aria-label': `Rename ${name}` }),
        button('Export', () => void this.export(entry), { 'aria-label': `Export ${name}` }),
        button('Delete', () => void this.delete(entry), { 'aria-label': `Delete ${name}` })));
  }

  private async rename(entry: Heading): Promise<void> {
    const name = await askText('A new name', entry.name);
    if (name) await rename(entry.id, name).catch(complain);
  }

  private async delete(entry: Heading): Promise<void> {
    if (await ask(`Delete ${entry.name}?`, 'Yes, delete it', 'Its moves and the searches behind them are gone then.')) await remove(entry.id).catch(complain);
  }

  private async export(entry: Heading): Promise<void> {
    try {
      save(`${entry.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}.pgn`, await pgnOf(entry.id), 'application/x-chess-pgn');
    } catch (error) {
      complain(error);
    }
  }

  private async exportAll(): Promise<void> {
    try {
      const texts: string[] = [];
      for (const { id } of await list()) texts.push(await pgnOf(id));
      if (texts.length === 0) note('There is nothing to export.');
      else save('kempelen-library.pgn', texts.join('\n'), 'application/x-chess-pgn');
    } catch (error) {
      complain(error);
    }
  }
}

async function pgnOf(id: string): Promise<string> {
  const entry = await get(id);
  if (!entry) throw new Error('This game is no longer there.');
  return api.writeGame({ ...GameTree.of(entry.tree).record(), result: entry.result });
}

function when(time: number): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
