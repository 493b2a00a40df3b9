/** How boards look: colours, coordinates, and the men of makruk; remembered on this machine. */

import { store, stored } from './theme';

export const BOARDS = { wood: 'Wood', green: 'Green', blue: 'Blue', grey: 'Grey' } as const;
export const MEN = { thai: 'Thai men', chess: 'Chess-like men' } as const;

const CHOICES = { board: Object.keys(BOARDS), men: Object.keys(MEN), coordinates: ['on', 'off'] };
type Name = keyof typeof CHOICES;

export function look(name: Name): string {
  const value = stored(name);
  return value && CHOICES[name].includes(value) ? value : CHOICES[name][0]!;
}

export function setLook(name: Name, value: string): void {
  store(name, value);
  prepare();
}

/** Dresses the page. */
export function prepare(): void {
  for (const name of Object.keys(CHOICES) as Name[]) document.documentElement.dataset[name] = look(name);
}
