import './styles/main.css';

import { dressMen } from './board/pieces';
import { CabinetView } from './cabinet/view';
import { route } from './router';
import { el } from './ui/dom';
import * as keys from './ui/keys';
import * as look from './ui/look';
import * as say from './ui/say';
import * as theme from './ui/theme';

theme.prepare();
look.prepare();
dressMen();

const main = el('main', { id: 'main', tabindex: -1 });
document.body.append(
  el('a', { class: 'skip', href: '#main' }, 'To the content'),
  el(
    'header',
    { class: 'top' },
    el('a', { class: 'brand', href: '/' }, 'Kempelen'),
    el(
      'nav',
      { 'aria-label': 'Main' },
      el('a', { href: '/play' }, 'Play'),
      el('a', { href: '/analyse' }, 'Analyse'),
      el('a', { href: '/doors' }, 'Open the doors'),
      el('a', { href: '/ladder' }, 'Ladder'),
      el('a', { href: '/tournaments' }, 'Tournaments'),
      el('a', { href: '/library' }, 'Library'),
      el('a', { href: '/lesson' }, 'Lesson'),
    ),
    el('button', { type: 'button', class: 'quiet', 'aria-label': 'Keys', title: 'Keys (?)', onclick: keys.showKeys }, '?'),
    el('a', { class: 'button quiet', href: '/settings', 'aria-label': 'Settings', title: 'Settings' }, '⚙'),
    theme.themeButton(),
  ),
  main,
);
say.prepare();
keys.prepare();

route(main, {
  '/': () => new CabinetView(),
  '/play': async query => new (await import('./play/view')).PlayView(query),
  '/analyse': async query => new (await import('./analyse/view')).AnalyseView(query),
  '/doors': async query => new (await import('./doors/view')).DoorsView(query),
  '/ladder': async () => new (await import('./ladder/view')).LadderView(),
  '/tournaments': async query => new (await import('./tournament/view')).TournamentView(query),
  '/settings': async () => new (await import('./settings/view')).SettingsView(),
  '/library': async () => new (await import('./library/view')).LibraryView(),
  '/lesson': async () => new (await import('./doors/lesson')).LessonView(),
  '/kim': async () => new (await import('./kim/view')).KimView(),
});
