/** Which entry of the library a tab has before it; other tabs have others. */

const KEY = 'kempelen.at.';

export function seated(room: string): string | null {
  try {
    return sessionStorage.getItem(KEY + room);
  } catch {
    return null;
  }
}

export function sit(room: string, id: string | undefined): void {
  try {
    if (id === undefined) sessionStorage.removeItem(KEY + room);
    else sessionStorage.setItem(KEY + room, id);
  } catch {
    // Then the address alone tells.
  }
}

/** Holds an entry for this tab as long as the answer is not called. Says nothing if another tab has it. */
export async function hold(id: string): Promise<(() => void) | undefined> {
  // Without locks (an address that is not secure) every tab may have it; the library keeps them apart.
  if (!('locks' in navigator)) return () => {};
  return new Promise(answer => {
    void navigator.locks.request(`kempelen.${id}`, { ifAvailable: true }, lock => {
      if (!lock) return answer(undefined);
      return new Promise<void>(release => answer(release));
    }).catch(() => answer(() => {}));
  });
}
