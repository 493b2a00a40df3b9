/** Searches that are watched, over one WebSocket. */

import { Refusal } from './client';
import type { Analysis, Recorded, SearchRequest, Thought } from './types';

export interface Listener {
  queued?: () => void;
  info?: (analysis: Analysis) => void;
  /** The end of it; the file of its recording comes with a move of a game. */
  done?: (thought: Thought, file?: ArrayBuffer) => void;
  recorded?: (trace: Recorded) => void;
  error?: (error: Refusal) => void;
}

interface News extends Thought {
  type: 'queued' | 'info' | 'done' | 'recorded' | 'error';
  id?: number;
  trace?: Recorded;
  error?: string;
  code?: string;
}

/**
 * A conversation with the server. In each seat one search goes on at a time; a new one takes its place, and nothing more is heard
 * of the old. A lost connection is taken up again with the next search.
 */
export class Live {
  private socket: WebSocket | undefined;
  private waiting: string[] = [];
  private number = 0;
  private readonly listeners = new Map<number, Listener>();
  private readonly seats = new Map<string, number>();
  /** Recordings whose search has yet to say that it is done. */
  private readonly files = new Map<number, ArrayBuffer>();
  private closed = false;

  constructor(private readonly url = address()) {}

  search(seat: string, search: SearchRequest, listener: Listener): void {
    this.ask('search', seat, search, listener);
  }

  /** A search as a promise, for those who only want the end of it. */
  think(seat: string, search: SearchRequest, info?: (analysis: Analysis) => void): Promise<Thought> {
    return new Promise((done, error) => this.search(seat, search, { ...(info ? { info } : {}), done, error }));
  }

  /** Searches for a move of a game, and brings the recording of that very search. */
  play(seat: string, search: SearchRequest, listener: Listener): void {
    this.ask('play', seat, search, listener);
  }

  /** A move of a game as a promise. */
  move(seat: string, search: SearchRequest): Promise<{ thought: Thought; file: ArrayBuffer | undefined }> {
    return new Promise((resolve, error) => this.play(seat, search, { done: (thought, file) => resolve({ thought, file }), error }));
  }

  /** Records a search; the recording has what was said until the search ended or was stopped. */
  record(seat: string, search: SearchRequest, listener: Pick<Listener, 'queued' | 'info'>): Promise<Recorded> {
    return new Promise((recorded, error) => this.ask('record', seat, search, { ...listener, recorded, error }));
  }

  /** Ends the search in a seat with what it has; its end is still told. */
  stop(seat: string): void {
    if (this.seats.has(seat)) this.send({ type: 'stop', seat });
  }

  /** Ends the search in a seat; nothing more is heard of it. */
  drop(seat: string): void {
    this.stop(seat);
    this.forget(seat);
  }

  isBusy(seat: string): boolean {
    return this.seats.has(seat);
  }

  close(): void {
    this.closed = true;
    this.listeners.clear();
    this.seats.clear();
    this.socket?.close();
  }

  private ask(type: 'search' | 'record' | 'play', seat: string, search: SearchRequest, listener: Listener): void {
    this.forget(seat);
    const id = ++this.number;
    this.seats.set(seat, id);
    this.listeners.set(id, listener);
    this.send({ type, id, seat, ...search });
  }

  private forget(seat: string): void {
    const id = this.seats.get(seat);
    if (id !== undefined) this.listeners.delete(id);
    this.seats.delete(seat);
  }

  private finish(id: number): Listener | undefined {
    const listener = this.listeners.get(id);
    this.listeners.delete(id);
    for (const [seat, search] of this.seats) if (search === id) this.seats.delete(seat);
    return listener;
  }

  private send(wish: object): void {
    const text = JSON.stringify(wish);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    else {
      this.waiting.push(text);
      this.connect();
    }
  }

  private connect(): void {
    if (this.closed || this.socket?.readyState === WebSocket.CONNECTING) return;
    const socket = new WebSocket(this.url);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.onopen = () => {
      for (const text of this.waiting.splice(0)) socket.send(text);
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (typeof event.data === 'string') this.hear(JSON.parse(event.data) as News);
      else this.files.set(new DataView(event.data).getUint32(0), event.data.slice(4));
    };
    socket.onclose = () => this.lost();
  }

  private lost(): void {
    this.waiting = [];
    this.files.clear();
    const listeners = [...this.listeners.values()];
    this.listeners.clear();
    this.seats.clear();
    for (const listener of listeners) {
      listener.error?.(new Refusal('The connection to the server was lost.', 'offline', 0));
    }
  }

  private hear(news: News): void {
    const id = news.id ?? this.number;
    switch (news.type) {
      case 'queued': return this.listeners.get(id)?.queued?.();
      case 'info': return this.listeners.get(id)?.info?.(news);
      case 'done': {
        const file = this.files.get(id);
        this.files.delete(id);
        return this.finish(id)?.done?.(news, file);
      }
      case 'recorded': return this.finish(id)?.recorded?.(news.trace!);
      case 'error': return this.finish(id)?.error?.(new Refusal(news.error ?? '', news.code ?? '', 422));
    }
  }
}

function address(): string {
  return location.origin.replace(/^http/, 'ws') + '/api/analyse';
}
