/** The tournament room: machines against each other, played by the server, whether somebody looks or not. */

import * as api from '../api/client';
import type { Engine, Variant } from '../api/types';
import { MoveList, step, wayOf } from '../game/movelist';
import { GameTree, type Node, STARTS, lastSquares, picture } from '../game/tree';
import { Board } from '../board/board';
import { newId, put, putSearch } from '../library/store';
import { walkButtons } from '../play/controls';
import { plays } from '../play/setup';
import type { View } from '../router';
import { href, navigate } from '../router';
import { ask } from '../ui/ask';
import { Listeners, button, choice, el, fill } from '../ui/dom';
import { complain } from '../ui/say';
import { type HouseGame, shareText, standings } from './standings';

interface HouseTournament {
  id: number;
  variant: Variant;
  players: { name: string; engine: string | null }[];
  planned: number;
  games: HouseGame[];
  over: boolean;
  trouble: string | null;
}

/** How often one looks, in milliseconds. */
const LOOK = 1000;

export class TournamentView implements View {
  readonly title = 'Tournaments';
  readonly element = el('div', { class: 'room tournament' });
  private readonly form = el('section', { class: 'panel', 'aria-label': 'A new tournament' });
  private readonly shown = el('div', {});
  private readonly board = new Board(undefined, { label: 'The game' });
  private readonly moves = new MoveList(node => this.look(node));
  private readonly listeners = new Listeners();
  private readonly trouble = el('p', { class: 'trouble', role: 'alert' });
  private engines: Engine[] = [];
  private guests: string[] = [];
  private variant: Variant = 'chess';
  private chosen: { engine?: string; level?: number; guest?: string }[] = [];
  private pairs = 1;
  private id: number | undefined;
  private game: number | undefined;
  private now: HouseTournament | undefined;
  private known: HouseTournament[] = [];
  private tree = new GameTree('chess');
  private seen = '';
  private timer = 0;
  private gone = false;

  constructor(query: URLSearchParams) {
    this.id = query.has('id') ? Number(query.get('id')) : undefined;
    this.game = query.has('play') ? Number(query.get('play')) : undefined;
    this.element.append(el('h1', {}, 'Tournaments'),
      el('p', { class: 'muted' }, 'Everybody against everybody, in pairs of games with colours exchanged. The server plays: it goes on when this page is closed.'),
      this.trouble, this.shown, this.form);
    this.listeners.on(document, 'keydown', (event: KeyboardEvent) => {
      const way = wayOf(event);
      if (!way || event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test((event.target as HTMLElement).tagName)) return;
      this.walk(way);
      event.preventDefault();
    });
    void this.open();
  }

  leave(): void {
    this.gone = true;
    clearTimeout(this.timer);
    this.listeners.off();
    this.board.destroy();
  }

  private async open(): Promise<void> {
    try {
      this.engines = await api.engines();
      const { guests } = await this.all();
      this.guests = guests;
      const able = this.engines.filter(engine => !engine.capabilities.includes('needs-model'));
      this.chosen = able.slice(0, 2).map(engine => ({ engine: engine.id, level: 0 }));
    } catch (error) {
      return complain(error);
    }
    this.renderForm();
    await this.refresh();
  }

  private async all(): Promise<{ tournaments: HouseTournament[]; guests: string[] }> {
    return (await (await fetch('/api/tournaments')).json()) as { tournaments: HouseTournament[]; guests: string[] };
  }

  /** Looks how far it is, and again after a while. */
  private async refresh(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const { tournaments } = await this.all();
      if (this.gone) return;
      this.trouble.textContent = '';
      this.known = tournaments;
      this.now = tournaments.find(({ id }) => id === this.id) ?? tournaments.at(-1);
      this.show(tournaments);
    } catch {
      this.trouble.textContent = 'The server does not answer; it is asked again.';
    }
    if (!this.gone) this.timer = window.setTimeout(() => void this.refresh(), LOOK);
  }

  private show(tournaments: HouseTournament[]): void {
    const { now } = this;
    if (!now) return;
    const state = JSON.stringify([now.id, now.games.length, now.games.at(-1)?.moves.length, now.over, this.game, tournaments.length]);
    if (state === this.seen) return;
    this.seen = state;
    const at = Math.min(this.game ?? now.games.length - 1, now.games.length - 1);
    const done = now.games.filter(({ result }) => result !== '*').length;
    fill(this.shown,
      tournaments.length > 1 && choice('Tournament', tournaments.map(({ id, players }) => [String(id), `${id}: ${players.length} players`] as const), String(now.id), id => {
        Object.assign(this, { id: Number(id), game: undefined, now: tournaments.find(known => known.id === Number(id)) });
        this.show(this.known);
      }),
      el('p', { class: 'status', role: 'status' }, `${done} of ${now.planned} games${now.over ? ', over' : ''}. `,
        now.trouble && el('span', { class: 'trouble' }, now.trouble),
        !now.over && button('End it', () => void this.end(now.id))),
      el('div', { class: 'floor' },
        el('div', { class: 'table' }, this.board.element, walkButtons(way => this.walk(way), button('Analyse', () => void this.analyse(now, at)), button('Open its doors', () => void this.doors(now, at), { title: 'The search that chose the move that is shown' }))),
        el('div', { class: 'side' }, this.table(now), this.games(now, at), el('section', { class: 'panel grow' }, this.moves.element))));
    this.follow(now, at);
  }

  private table(now: HouseTournament): HTMLElement {
    return el('section', { class: 'panel' }, el('table', { class: 'standings' },
      el('thead', {}, el('tr', {}, ...['Machine', '+', '=', '−', 'Points', 'Share'].map(text => el('th', {}, text)))),
      el('tbody', {}, ...standings(now.players.length, now.games).map(row => el('tr', {},
        el('td', {}, now.players[row.player]!.name), el('td', {}, row.wins), el('td', {}, row.draws), el('td', {}, row.losses), el('td', {}, row.points), el('td', {}, shareText(row)))))));
  }

  private games(now: HouseTournament, at: number): HTMLElement {
    const name = (i: number) => now.players[i]!.name;
    const all = now.games.map(({ white, black, result }, i) => [String(i), `${i + 1}. ${name(white)} – ${name(black)} ${result === '*' ? 'goes on' : result.replace('1/2-1/2', '½–½').replace('-', '–')}`] as const);
    return el('section', { class: 'panel' },
      choice('Game', [['live', 'the latest, as it is played'] as const, ...all], this.game === undefined ? 'live' : String(at), value => {
        this.game = value === 'live' ? undefined : Number(value);
        this.tree = new GameTree(now.variant);
        this.show(this.known);
      }, { name: 'game' }),
      now.games[at]?.reason && el('p', { class: 'muted' }, now.games[at]!.reason));
  }

  /** Takes up what was played since one last looked; whoever looks at an earlier move stays there. */
  private follow(now: HouseTournament, at: number): void {
    const game = now.games[at];
    if (!game) return;
    const tags = { Event: `Tournament ${now.id}`, Round: String(at + 1), White: now.players[game.white]!.name, Black: now.players[game.black]!.name };
    let end = mainEnd(this.tree);
    const known = this.tree.path(end);
    const same = this.tree.tags['Round'] === tags.Round && this.tree.tags['Event'] === tags.Event && known.every((move, i) => move === game.moves[i]);
    if (!same) {
      this.tree = new GameTree(now.variant, STARTS[now.variant]);
      end = this.tree.root;
    }
    this.tree.tags = tags;
    const atEnd = this.tree.here === end;
    for (const move of game.moves.slice(this.tree.path(end).length)) end = this.tree.add(end, move);
    if (atEnd) this.tree.here = end;
    this.tree.result = game.result;
    this.paint();
  }

  private paint(): void {
    const { tree } = this;
    this.board.show({ variant: tree.variant, fen: picture(tree.here.position), last: lastSquares(tree.here) });
    this.moves.show(tree);
  }

  private look(node: Node): void {
    this.tree.here = node;
    this.paint();
  }

  private walk(way: Parameters<typeof step>[3]): void {
    this.look(step(this.tree, this.tree.here, mainEnd(this.tree), way));
  }

  /** Puts a game into the library, with the searches behind its moves. */
  private async keep(now: HouseTournament, at: number): Promise<string> {
    const { tree } = this;
    const game = now.games[at]!;
    const id = newId();
    const path = tree.path(mainEnd(tree));
    await put({
      id, kind: 'match', name: `${tree.tags['White']} – ${tree.tags['Black']}`, named: false, created: Date.now(), changed: 0, revision: 0,
      variant: now.variant, white: tree.tags['White']!, black: tree.tags['Black']!, result: game.result, plies: path.length, tree: tree.keep(),
    });
    for (const [ply, recorded] of game.recorded.entries()) {
      if (!recorded || ply >= path.length) continue;
      const response = await fetch(`/api/tournaments/${now.id}/${at}/${ply}/trace`);
      if (response.ok) await putSearch(id, path.slice(0, ply + 1), await response.arrayBuffer());
    }
    return id;
  }

  private async analyse(now: HouseTournament, at: number): Promise<void> {
    try {
      navigate(href('/analyse', { game: await this.keep(now, at) }));
    } catch (error) {
      complain(error);
    }
  }

  private async doors(now: HouseTournament, at: number): Promise<void> {
    const { tree } = this;
    const game = now.games[at]!;
    const node = tree.here;
    if (!game.recorded[node.ply - 1]) return complain(new Error('The search behind this move is not kept: it was drawn by lot, or is too long ago.'));
    try {
      const id = await this.keep(now, at);
      const player = now.players[node.parent!.position.turn === 'white' ? game.white : game.black]!;
      navigate(href('/doors', { engine: player.engine ?? undefined, variant: now.variant, fen: tree.start, moves: tree.path(node.parent).join(' '), played: node.uci, game: id }));
    } catch (error) {
      complain(error);
    }
  }

  private async end(id: number): Promise<void> {
    if (!(await ask('End this tournament?', 'Yes, end it', 'The games that are done stay.'))) return;
    await fetch(`/api/tournaments/${id}/end`, { method: 'POST' }).catch(complain);
    await this.refresh();
  }

  private renderForm(): void {
    const able = this.engines.filter(engine => plays(engine, this.variant) && !engine.capabilities.includes('needs-model'));
    const row = (player: (typeof this.chosen)[number], i: number) => {
      const engine = able.find(({ id }) => id === player.engine);
      const who = [...able.map(e => [e.id, `${e.name} (${e.year})`] as const), ...this.guests.map(name => [`guest:${name}`, `${name} (guest)`] as const)];
      return el('div', { class: 'row' },
        choice(`Player ${i + 1}`, who, player.guest ? `guest:${player.guest}` : (player.engine ?? ''), value => {
          this.chosen[i] = value.startsWith('guest:') ? { guest: value.slice(6) } : { engine: value, level: 0 };
          this.renderForm();
        }),
        engine && choice('Level', engine.levels.map((level, n) => [String(n), level.name] as const), String(player.level ?? 0), n => (player.level = Number(n))),
        this.chosen.length > 2 && button('×', () => {
          this.chosen.splice(i, 1);
          this.renderForm();
        }, { 'aria-label': `Leave player ${i + 1} out` }));
    };
    for (const [i, player] of this.chosen.entries()) {
      if (!player.guest && !able.some(({ id }) => id === player.engine)) this.chosen[i] = { engine: able[i % able.length]!.id, level: 0 };
    }
    fill(this.form,
      el('h2', {}, 'A new tournament'),
      choice('Rules', [['chess', 'Chess'], ['makruk', 'Makruk']], this.variant, variant => {
        this.variant = variant as Variant;
        this.renderForm();
      }),
      ...this.chosen.map(row),
      el('div', { class: 'row' },
        this.chosen.length < 12 && button('One more player', () => {
          this.chosen.push({ engine: able[this.chosen.length % able.length]!.id, level: 0 });
          this.renderForm();
        }),
        choice('Pairs of games', ['1', '2', '5', '10', '25'].map(n => [n, n] as const), String(this.pairs), n => (this.pairs = Number(n)), { name: 'pairs' })),
      el('div', { class: 'row' }, button('Begin the tournament', () => void this.begin(), { class: 'primary' })));
  }

  private async begin(): Promise<void> {
    try {
      const { id } = await api.post<HouseTournament>('/api/tournaments', { variant: this.variant, players: this.chosen, pairs: this.pairs });
      Object.assign(this, { id, game: undefined, tree: new GameTree(this.variant) });
      history.replaceState(null, '', href('/tournaments', { id: String(id) }));
      await this.refresh();
      this.shown.scrollIntoView({ block: 'start' });
    } catch (error) {
      complain(error);
    }
  }
}

function mainEnd(tree: GameTree): Node {
  let node = tree.root;
  while (node.children[0]) node = node.children[0];
  return node;
}
