/**
 * The library: games, analyses and the searches behind their moves, kept by the browser (IndexedDB).
 *
 * Whoever saves says which revision he read. If another tab has saved since, nothing is overwritten: what he has becomes an
 * entry of its own.
 */

import type { RecordedGame, Side, Variant } from '../api/types';
import type { Plan } from '../play/setup';

export type Kind = 'game' | 'analysis' | 'match';

/** A tree of moves as it is kept, and the place in it where one was. */
export interface KeptTree extends RecordedGame {
  /** The number of the move at which one stands, from 1 in the order of the list; 0 is the start. */
  place: number;
}

export interface Entry {
  id: string;
  kind: Kind;
  name: string;
  /** Whether the name was given by hand. */
  named: boolean;
  created: number;
  changed: number;
  revision: number;
  variant: Variant;
  white: string;
  black: string;
  result: string;
  plies: number;
  tree: KeptTree;
  /** The game that it was made from, which has the searches of the machine's moves. */
  origin?: string | undefined;
  /** A game against a machine has more to be taken up again with. */
  play?: Sitting | undefined;
}

/** What a game against a machine needs to be taken up again. */
export interface Sitting {
  plan: Plan;
  human: Side;
  verdict?: { result: '1-0' | '0-1' | '1/2-1/2'; text: string } | undefined;
  left?: Record<Side, number> | undefined;
}

/** All of an entry that a list needs. */
export type Heading = Omit<Entry, 'tree' | 'play'>;

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('kempelen', 1);
    request.onupgradeneeded = () => {
      const db = request.result;
      const entries = db.createObjectStore('entries', { keyPath: 'id' });
      entries.createIndex('changed', 'changed');
      db.createObjectStore('searches');
    };
    request.onsuccess = () => {
      const db = request.result;
      // A tab of a later version may want to change the store.
      db.onversionchange = () => {
        db.close();
        opened = undefined;
      };
      resolve(db);
    };
    request.onerror = () => reject(request.error ?? new Error('the store cannot be opened'));
    request.onblocked = () => reject(new Error('another tab holds the store'));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Something done to the store, all of it or nothing. */
async function act<T>(stores: string[], mode: IDBTransactionMode, work: (tx: IDBTransaction, give: (value: T) => void) => void): Promise<T> {
  const db = await database();
  return new Promise<T>((resolve, reject) => {
    const tx = db.transaction(stores, mode);
    let value: T;
    tx.oncomplete = () => resolve(value);
    tx.onabort = () => reject(tx.error ?? new Error('the store refused'));
    tx.onerror = () => reject(tx.error ?? new Error('the store refused'));
    work(tx, given => (value = given));
  });
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}

/** Saves an entry. Answers with it as it is kept: under another id if a second tab has changed the one it came from. */
export async function put(entry: Entry): Promise<Entry> {
  const kept = await act<Entry>(['entries', 'searches'], 'readwrite', (tx, give) => {
    const entries = tx.objectStore('entries');
    const known = entries.get(entry.id);
    known.onsuccess = () => {
      const there = known.result as Entry | undefined;
      const foreign = there !== undefined && there.revision !== entry.revision;
      const next: Entry = { ...entry, revision: entry.revision + 1, changed: Date.now() };
      if (foreign) {
        Object.assign(next, { id: newId(), created: Date.now(), revision: 1 });
        copySearches(tx.objectStore('searches'), entry.id, next.id);
      }
      // A name that was given in the meantime stays.
      else if (there?.named) Object.assign(next, { name: there.name, named: true });
      entries.put(next);
      give(next);
    };
  });
  tell();
  return kept;
}

export function get(id: string): Promise<Entry | undefined> {
  return act(['entries'], 'readonly', (tx, give) => {
    const request = tx.objectStore('entries').get(id);
    request.onsuccess = () => give(request.result as Entry | undefined);
  });
}

/** All entries, the latest first. */
export function list(): Promise<Heading[]> {
  return act(['entries'], 'readonly', (tx, give) => {
    const headings: Heading[] = [];
    const request = tx.objectStore('entries').index('changed').openCursor(null, 'prev');
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return give(headings);
      const { tree: _tree, play: _play, ...heading } = cursor.value as Entry;
      headings.push(heading);
      cursor.continue();
    };
  });
}

/** Gives an entry a name. It is no new revision: nothing else has changed. */
export async function rename(id: string, name: string): Promise<void> {
  await act<void>(['entries'], 'readwrite', tx => {
    const entries = tx.objectStore('entries');
    const request = entries.get(id);
    request.onsuccess = () => {
      const entry = request.result as Entry | undefined;
      if (entry) entries.put({ ...entry, name, named: true });
    };
  });
  tell();
}

function copySearches(searches: IDBObjectStore, from: string, to: string): void {
  const request = searches.openCursor(behind(from));
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    searches.put(cursor.value, to + String(cursor.key).slice(from.length));
    cursor.continue();
  };
}

const behind = (game: string): IDBKeyRange => IDBKeyRange.bound(`${game}/`, `${game}/\uffff`);

/** Deletes an entry and the searches behind its moves. */
export async function remove(id: string): Promise<void> {
  await act<void>(['entries', 'searches'], 'readwrite', tx => {
    tx.objectStore('entries').delete(id);
    tx.objectStore('searches').delete(behind(id));
  });
  tell();
}

/** Keeps the recording of the search that chose the last of these moves. */
export async function putSearch(game: string, moves: readonly string[], file: ArrayBuffer): Promise<void> {
  const key = `${game}/${moves.join(' ')}`;
  const put = () => act<void>(['searches'], 'readwrite', tx => void tx.objectStore('searches').put(file, key));
  try {
    await put();
  } catch (error) {
    // Searches of the oldest games make room; the games themselves stay.
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError' || !(await makeRoom(game))) throw error;
    await put();
  }
}

export function getSearch(game: string, moves: readonly string[]): Promise<ArrayBuffer | undefined> {
  return act(['searches'], 'readonly', (tx, give) => {
    const request = tx.objectStore('searches').get(`${game}/${moves.join(' ')}`);
    request.onsuccess = () => give(request.result as ArrayBuffer | undefined);
  });
}

/** The moves whose searches are kept: for each the whole line to it. */
export function searchesOf(game: string): Promise<Set<string>> {
  return act(['searches'], 'readonly', (tx, give) => {
    const request = tx.objectStore('searches').getAllKeys(behind(game));
    request.onsuccess = () => give(new Set(request.result.map(key => String(key).slice(game.length + 1))));
  });
}

/** Deletes the searches of the oldest other game that has some. Says whether there was one. */
async function makeRoom(but: string): Promise<boolean> {
  for (const { id } of (await list()).reverse()) {
    if (id === but || (await searchesOf(id)).size === 0) continue;
    await act<void>(['searches'], 'readwrite', tx => void tx.objectStore('searches').delete(behind(id)));
    return true;
  }
  return false;
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('kempelen.library');
const listeners = new Set<() => void>();
channel?.addEventListener('message', () => listeners.forEach(listener => listener()));

function tell(): void {
  channel?.postMessage('changed');
  listeners.forEach(listener => listener());
}

/** Hears of changes, in this tab and in others, until the answer is called. */
export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
