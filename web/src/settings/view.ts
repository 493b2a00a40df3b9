/** Settings: how the page looks and sounds. */

import type { View } from '../router';
import { choice, el, toggle } from '../ui/dom';
import { showKeys } from '../ui/keys';
import { BOARDS, MEN, look, setLook } from '../ui/look';
import { setSounds, soundsOn } from '../ui/sound';
import { THEMES, setTheme, store, stored, themeNow } from '../ui/theme';

const pairs = (names: Record<string, string>): [string, string][] => Object.entries(names);

export class SettingsView implements View {
  readonly title = 'Settings';
  readonly element = el('div', { class: 'room settings' },
    el('h1', {}, 'Settings'),
    el('section', { class: 'panel' },
      el('h2', {}, 'Looks'),
      choice('Colours', pairs(THEMES), themeNow(), setTheme, { name: 'theme' }),
      choice('Board', pairs(BOARDS), look('board'), value => setLook('board', value), { name: 'board' }),
      choice('Men of makruk', pairs(MEN), look('men'), value => setLook('men', value), { name: 'men' }),
      toggle('Coordinates', look('coordinates') === 'on', on => setLook('coordinates', on ? 'on' : 'off'))),
    el('section', { class: 'panel' },
      el('h2', {}, 'Play'),
      el('div', {}, toggle('Sounds', soundsOn(), setSounds)),
      el('div', {}, toggle('Show what machines think', stored('thoughts') !== 'off', on => store('thoughts', on ? 'on' : 'off'))),
      el('div', {}, toggle('Arrows in analysis', stored('arrows') !== 'off', on => store('arrows', on ? 'on' : 'off')))),
    el('section', { class: 'panel' },
      el('h2', {}, 'Help'),
      el('p', {}, 'Every room can be used from the keyboard. ', el('kbd', {}, '?'), ' shows the keys, anywhere.'),
      el('button', { type: 'button', onclick: showKeys }, 'Show the keys')));

  leave(): void {}
}
