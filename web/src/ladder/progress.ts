/** Whom one has beaten, remembered in this browser. */

import { store, stored } from '../ui/theme';

export const rungName = (engine: string, level: string): string => `${engine}/${level}`;

function all(): string[] {
  try {
    const list: unknown = JSON.parse(stored('beaten') ?? '[]');
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}

export const isBeaten = (engine: string, level: string): boolean => all().includes(rungName(engine, level));

export function beat(engine: string, level: string): void {
  store('beaten', JSON.stringify([...new Set([...all(), rungName(engine, level)])]));
}
