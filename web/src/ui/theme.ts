/** Light, dark, and more contrast; remembered on this machine. */

import { button } from './dom';

type Theme = 'auto' | 'light' | 'dark' | 'contrast';

export const THEMES: Record<Theme, string> = { auto: 'As the system', light: 'Light', dark: 'Dark', contrast: 'High contrast' };
const SIGNS: Record<Theme, string> = { auto: '◐', light: '☼', dark: '☾', contrast: '◉' };
const ORDER: Theme[] = ['auto', 'light', 'dark', 'contrast'];

let theme: Theme = 'auto';

export function stored(name: string): string | null {
  try {
    return localStorage.getItem('kempelen.' + name);
  } catch {
    return null;
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem('kempelen.' + name, value);
  } catch {
    // A browser that forgets is no reason not to play.
  }
}

function apply(): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  document.dispatchEvent(new CustomEvent('themechange'));
}

export function prepare(): void {
  const known = stored('theme') as Theme | null;
  if (known && ORDER.includes(known)) theme = known;
  apply();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
}

export const themeNow = (): string => theme;

export function setTheme(name: string): void {
  if (!ORDER.includes(name as Theme)) return;
  theme = name as Theme;
  store('theme', theme);
  apply();
}

/** A button that goes through the themes. */
export function themeButton(): HTMLButtonElement {
  const label = () => `Colours: ${THEMES[theme]}`;
  const node = button(SIGNS[theme], () => {
    setTheme(ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length]!);
    node.textContent = SIGNS[theme];
    node.title = label();
    node.setAttribute('aria-label', label());
  }, { class: 'quiet', title: label(), 'aria-label': label() });
  return node;
}

/** The value of a colour of the theme. */
export function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
