/** One-shots. */

import type { Engine, Evaluation, GamesFile, Place, RecordedGame, SearchRequest, State, Thought } from './types';

/** The server said no, and why. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly status: number,
    readonly ply?: number,
  ) {
    super(message);
  }
}

async function send(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refusal('The server does not answer. Is kempelen still running?', 'offline', 0);
  }
  if (response.ok) return response;
  const told = (await response.json().catch(() => ({}))) as { error?: string; code?: string; ply?: number };
  throw new Refusal(told.error ?? `The server answered ${response.status}.`, told.code ?? '', response.status, told.ply);
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  if (signal) init.signal = signal;
  return (await (await send(path, init)).json()) as T;
}

let cabinet: Promise<Engine[]> | undefined;

/** The machines; asked for once. */
export function engines(): Promise<Engine[]> {
  cabinet ??= send('/api/engines', {})
    .then(answer => answer.json() as Promise<Engine[]>)
    .catch((error: unknown) => {
      cabinet = undefined;
      throw error;
    });
  return cabinet;
}

export const state = (place: Place): Promise<State> => post('/api/state', place);
export const think = (search: SearchRequest, signal?: AbortSignal): Promise<Thought> => post('/api/think', search, signal);
export const evaluate = (place: Place): Promise<Evaluation> => post('/api/eval', place);

export async function readGames(text: string): Promise<GamesFile> {
  const headers = { 'content-type': 'application/x-chess-pgn' };
  return (await (await send('/api/games/read', { method: 'POST', headers, body: text })).json()) as GamesFile;
}

export async function writeGame(game: RecordedGame): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return (await send('/api/games/write', { method: 'POST', headers, body: JSON.stringify(game) })).text();
}

export async function download(path: string, body: unknown): Promise<ArrayBuffer> {
  const headers = { 'content-type': 'application/json' };
  return (await send(path, { method: 'POST', headers, body: JSON.stringify(body) })).arrayBuffer();
}
