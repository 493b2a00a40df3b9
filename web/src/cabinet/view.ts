/** The cabinet: all machines, each behind its door. */

import * as api from '../api/client';
import type { Engine } from '../api/types';
import { GAMES } from '../rules/games';
import type { View } from '../router';
import { href } from '../router';
import { el, fill } from '../ui/dom';
import { complain } from '../ui/say';
import { cabinet } from './drawing';
import { MEASURED } from './ratings';


export class CabinetView implements View {
  readonly title = '';
  readonly element = el('div', { class: 'room cabinet' });

  constructor() {
    const doors = el('div', { class: 'doors', 'aria-busy': 'true' });
    this.element.append(
      el(
        'header',
        { class: 'hero' },
        cabinet(),
        el(
          'div',
          {},
          el('h1', {}, 'Kempelen'),
          el('p', { class: 'lead' }, 'A cabinet of chess machines with the doors open.'),
          el(
            'p',
            {},
            'In 1770 Wolfgang von Kempelen opened the doors of his automaton before every game, so that the audience could see the machinery. '
              + 'His doors hid a man. Ours hide nothing: play any of these machines, and then watch how it thought.',
          ),
          el(
            'p',
            { class: 'row' },
            el('a', { class: 'button primary', href: '/play' }, 'Play'),
            el('a', { class: 'button', href: '/analyse' }, 'Analyse'),
            el('a', { class: 'button', href: '/doors' }, 'Open the doors'),
            el('a', { class: 'button', href: '/ladder' }, 'The ladder'),
            el('a', { class: 'button', href: '/lesson' }, 'The lesson'),
          ),
        ),
      ),
      doors,
    );
    api.engines().then(engines => {
      doors.removeAttribute('aria-busy');
      fill(doors, ...[...engines].sort((a, b) => a.year - b.year).map(door));
    }, complain);
  }

  leave(): void {}
}

function door(engine: Engine): HTMLElement {
  return el(
    'article',
    { class: 'door' },
    el('div', { class: 'plaque' }, String(engine.year)),
    el('h2', {}, engine.name),
    el('p', { class: 'muted' }, engine.authors.join(', '), ' · ', engine.variants.map(v => GAMES[v]?.title ?? v).join(', ')),
    ratings(engine),
    el('p', {}, engine.provenance),
    el(
      'p',
      { class: 'row' },
      el('a', { class: 'button', href: href('/play', { engine: engine.id, variant: engine.variants[0] }), 'aria-label': `Play ${engine.name}` }, 'Play'),
      el('a', { class: 'button', href: href('/doors', { engine: engine.id, variant: engine.variants[0] }), 'aria-label': `Open its doors: ${engine.name}` }, 'Open its doors'),
      engine.id === 'microchess' && el('a', { class: 'button', href: '/kim' }, 'The KIM-1'),
    ),
  );
}

/** The levels that were measured. */
function ratings(engine: Engine): HTMLElement | false {
  const known = MEASURED.filter(one => one.engine === engine.id);
  return known.length > 0 && el('p', { class: 'muted' }, `Measured: ${known.map(one => `${one.rating} (${one.level})`).join(', ')}`);
}
