/** Choosing a game: the machine, how strong, which side, which rules. */

import type { Engine, EngineOption, Variant } from '../api/types';
import { ratingText } from '../cabinet/ratings';
import { start960 } from '../game/chess960';
import { STARTS } from '../game/tree';
import { button, choice, el, fill } from '../ui/dom';
import { CHOICES } from '../rules/games';
import type { Pace } from './clock';

export interface Plan {
  engine: string;
  level: number;
  variant: Variant;
  color: 'white' | 'black' | 'random';
  start: string;
  pace?: Pace | undefined;
  options: Record<string, string>;
}

const PACES: readonly (readonly [string, string, Pace | undefined])[] = [
  ['none', 'No clock', undefined],
  ['60+0', '1 minute', { base: 60_000, increment: 0 }],
  ['180+2', '3 minutes + 2 s', { base: 180_000, increment: 2000 }],
  ['300+3', '5 minutes + 3 s', { base: 300_000, increment: 3000 }],
  ['600+5', '10 minutes + 5 s', { base: 600_000, increment: 5000 }],
  ['1800+20', '30 minutes + 20 s', { base: 1_800_000, increment: 20_000 }],
];

/** What is set elsewhere, or of no use in a game. */
const HIDDEN = ['hash', 'threads', 'multipv', 'clear hash', 'move overhead', 'depth', 'plymax', 'level'];

export function plays(engine: Engine, variant: Variant): boolean {
  return engine.variants.includes(variant === 'chess960' ? 'chess' : variant);
}

export class Setup {
  readonly element = el('form', { class: 'setup panel', 'aria-label': 'A new game' });
  private readonly plan: Plan;

  constructor(
    private readonly engines: Engine[],
    plan: Partial<Plan>,
    private readonly begin: (plan: Plan) => void,
  ) {
    this.plan = { engine: engines[0]!.id, level: -1, variant: 'chess', color: 'white', start: '', options: {}, ...plan };
    this.element.addEventListener('submit', event => {
      event.preventDefault();
      this.submit();
    });
    this.render();
  }

  private get engine(): Engine {
    return this.engines.find(engine => engine.id === this.plan.engine) ?? this.engines[0]!;
  }

  private submit(): void {
    const { plan } = this;
    let start = plan.start.trim();
    if (start === '') start = plan.variant === 'chess960' ? start960(Math.floor(Math.random() * 960)) : STARTS[plan.variant];
    this.begin({ ...plan, start });
  }

  private render(): void {
    const { plan, engine } = this;
    const set = (change: Partial<Plan>) => {
      Object.assign(plan, change);
      this.render();
    };
    if (!plays(engine, plan.variant)) plan.variant = engine.variants[0]!;
    if (!engine.levels[plan.level]) plan.level = engine.levels.findIndex(level => level.usual);
    const machines = this.engines.map(e => [e.id, `${e.name} (${e.year})`] as const);
    const games = CHOICES.filter(([variant]) => plays(engine, variant));
    const pace = PACES.find(([, , p]) => p?.base === plan.pace?.base && p?.increment === plan.pace?.increment);
    fill(
      this.element,
      el('h2', {}, 'A new game'),
      choice('Machine', machines, plan.engine, id => set({ engine: id, level: -1, options: {} }), { name: 'engine' }),
      choice('Game', games, plan.variant, variant => set({ variant, start: '' }), { name: 'variant' }),
      choice('Level', engine.levels.map((level, i) => [String(i), level.name] as const), String(plan.level), i => set({ level: Number(i) }), { name: 'level' }),
      el('p', { class: 'measured muted' }, plan.variant === 'chess' ? ratingText(engine, engine.levels[plan.level]!) : ''),
      choice('You play', [['white', 'White'], ['black', 'Black'], ['random', 'either, by chance']], plan.color, color => set({ color }), { name: 'color' }),
      choice('Clock', PACES.map(([key, text]) => [key, text] as const), pace?.[0] ?? 'none', key => set({ pace: PACES.find(([k]) => k === key)?.[2] }), { name: 'clock' }),
      this.more(engine),
      engine.capabilities.includes('needs-model') && el('p', { class: 'remark' }, 'It is made for a trained network and has none here yet: it searches without knowing anything of the game, and plays badly.'),
      el('p', { class: 'provenance' }, engine.provenance),
      engine.gaps.length > 0 &&
        el('details', {}, el('summary', {}, `What it cannot do (${engine.gaps.length})`), el('ul', {}, ...engine.gaps.map(gap => el('li', {}, gap)))),
      el('div', { class: 'row' }, el('button', { type: 'submit', class: 'primary' }, 'Begin'), engine.id === 'microchess' && el('a', { class: 'button', href: '/kim' }, 'At the KIM-1 itself')),
    );
  }

  private more(engine: Engine): HTMLElement {
    const options = engine.options.filter(o => !HIDDEN.includes(o.name.toLowerCase()) && o.type !== 'button');
    const fen = el('input', {
      type: 'text',
      name: 'start',
      spellcheck: false,
      autocomplete: 'off',
      placeholder: this.plan.variant === 'chess960' ? 'FEN, or nothing for one by lot' : 'FEN, or nothing for the usual start',
      value: this.plan.start,
      oninput: () => (this.plan.start = fen.value),
    });
    return el(
      'details',
      { open: this.plan.start !== '' },
      el('summary', {}, 'Start position and settings'),
      el('label', { class: 'field' }, el('span', {}, 'Start'), fen),
      ...options.map(option => this.option(option)),
    );
  }

  private option(option: EngineOption): HTMLElement {
    const value = this.plan.options[option.name] ?? option.default;
    const set = (text: string) => {
      if (text === option.default) delete this.plan.options[option.name];
      else this.plan.options[option.name] = text;
    };
    if (option.type === 'combo') {
      return choice(option.name, (option.choices ?? []).map(c => [c, c] as const), value, set, { title: option.help });
    }
    if (option.type === 'check') {
      return choice(option.name, [['true', 'yes'], ['false', 'no']], value, set, { title: option.help });
    }
    const input = el('input', { type: 'number', min: option.min, max: option.max, value, title: option.help, onchange: () => set(input.value) });
    return el('label', { class: 'field' }, el('span', {}, option.name), input);
  }
}

/** A button that opens the choice. */
export const newGameButton = (open: () => void): HTMLButtonElement => button('New game', open);
