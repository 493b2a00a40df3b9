/** Keeps one entry of the library up to date: saves follow each other, and those that come too fast become one. */

import { note } from '../ui/say';
import { type Entry, type Kind, newId, put } from './store';

/** What an entry is made of, but for what the library itself adds. */
export type Draft = Pick<Entry, 'variant' | 'white' | 'black' | 'result' | 'plies' | 'tree' | 'play' | 'origin'>;

export class Keeper {
  id: string;
  private name = '';
  private named = false;
  private revision = 0;
  private created = Date.now();
  private saving = false;
  private again = false;
  private rest: (() => void)[] = [];

  constructor(
    private readonly kind: Kind,
    private readonly draft: () => Draft,
    /** The entry is kept under another id from now on. */
    private readonly moved: (id: string) => void = () => {},
    from?: Entry,
  ) {
    this.id = from?.id ?? newId();
    if (from) ({ name: this.name, named: this.named, revision: this.revision, created: this.created } = from);
  }

  /** Whether the library has it. */
  get isKept(): boolean {
    return this.revision > 0;
  }

  /** Saves what there is now. */
  save(): void {
    this.again = true;
    if (!this.saving) void this.work();
  }

  /** When everything is saved. */
  settled(): Promise<void> {
    return this.saving ? new Promise(done => this.rest.push(done)) : Promise.resolve();
  }

  private async work(): Promise<void> {
    this.saving = true;
    while (this.again) {
      this.again = false;
      const draft = this.draft();
      const name = this.named ? this.name : nameOf(draft);
      const { id, created, revision, named, kind } = this;
      try {
        const kept = await put({ ...draft, id, kind, name, named, created, revision, changed: 0 });
        this.revision = kept.revision;
        this.name = kept.name;
        this.named = kept.named;
        if (kept.id !== id) {
          this.id = kept.id;
          this.created = kept.created;
          this.moved(kept.id);
          note('Another tab has changed this game; yours is kept beside it.');
        }
      } catch (error) {
        complainOnce(error);
      }
    }
    this.saving = false;
    for (const done of this.rest.splice(0)) done();
  }
}

export function nameOf(draft: Pick<Entry, 'white' | 'black'>): string {
  return draft.white || draft.black ? `${draft.white || '?'} – ${draft.black || '?'}` : 'An analysis';
}

let complained = false;

/** A browser that keeps nothing is no reason not to play, but has to be said once. */
export function complainOnce(error: unknown): void {
  if (complained) return;
  complained = true;
  const full = error instanceof DOMException && error.name === 'QuotaExceededError';
  note(full
    ? 'The store of this browser is full: what is played now is not kept. Delete old games in the library.'
    : 'This browser keeps nothing: what is played now is lost when the page is left.', 'error');
}
