import { describe, expect, it } from 'vitest';

import { density, enteredBy, layOutTree } from '../src/doors/picture/layout';
import { changes, readPlayouts, visitsOverTime } from '../src/doors/playouts';
import { readFile } from '../src/doors/reading/file';
import { notes } from '../src/doors/reading/notes';
import { layOut } from '../src/doors/reading/rows';
import { How, LOOK, VERSION, WHY, Why } from '../src/doors/reasons';
import { nextStop } from '../src/doors/scrubber';
import { Kind, TraceError, showScore } from '../src/doors/trace';

/** Bytes as the format has them, written by hand. */
class Pen {
  readonly bytes: number[] = [];

  number(value: number): this {
    while (value > 0x7f) {
      this.bytes.push((value & 0x7f) | 0x80);
      value = Math.floor(value / 128);
    }
    this.bytes.push(value);
    return this;
  }

  signed(value: number): this {
    return this.number(value < 0 ? -value * 2 - 1 : value * 2);
  }

  move(from: number, to: number): this {
    const bits = from | (to << 6);
    this.bytes.push(bits & 255, bits >> 8);
    return this;
  }

  enter(how: number, depth: number, alpha: number, beta: number, move?: [number, number]): this {
    const none = beta === alpha + 1;
    this.bytes.push((how << 2) | (none ? 2 : 0) | (move ? 1 : 0));
    if (move) this.move(...move);
    this.signed(depth).signed(alpha);
    return none ? this : this.signed(beta);
  }

  leave(why: number, score: number): this {
    return this.reason(0x40, why).signed(score);
  }

  reason(tag: number, why: number): this {
    return why < 31 ? this.byte(tag | why) : this.byte(tag | 31, why);
  }

  byte(...bytes: number[]): this {
    this.bytes.push(...bytes);
    return this;
  }
}

function file(events: Pen, extra: { cut?: boolean } = {}): ArrayBuffer {
  const chunk = (kind: string, content: number[]) => [kind.charCodeAt(0), ...[0, 8, 16, 24].map(s => (content.length >> s) & 255), 0, 0, 0, 0, ...content];
  const text = (words: string) => [...new TextEncoder().encode(words)];
  const all = [
    ...text('KTRACE\r\n'), VERSION, 0,
    ...chunk('H', text('engine test\nvariant chess\nfen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nscale 100 30000 20000 200 0\n')),
    ...chunk('E', events.bytes),
    ...(extra.cut ? [] : [...chunk('A', text('best h1h8\npv h1h8 e8e7\nscore cp 500\nnodes 5\nms 1\n')), ...chunk('Z', [0, 0, 0, 0, 0, 0, 0, 0])]),
  ];
  return new Uint8Array(all).buffer;
}

const E1 = 4, E2 = 12, H1 = 7, H8 = 63, E8 = 60, E7 = 52, D7 = 51;

/** A root with two moves; the second has two answers, of which the second cuts off. */
function sample(): Pen {
  return new Pen()
    .byte(0x80, 2)
    .enter(How.Root, 2, -30000, 30000)
    .byte(0x81).signed(450)
    .enter(1, 1, -30000, 30000, [E1, E2])
    .leave(Why.Horizon, -100)
    .byte(0x82).move(E1, E2).signed(100)
    .enter(2, 1, -101, -100, [H1, H8])
    .enter(2, 0, 100, 101, [E8, E7]).leave(Why.StandPat, 300)
    .enter(2, 0, 100, 101, [E8, D7]).leave(Why.Table, -700)
    .byte(0x82).move(E8, D7).signed(700)
    .byte(0x60 | 20).move(E8, 59)
    .leave(Why.Beta, 700)
    .leave(Why.Searched, 100);
}

describe('a trace', () => {
  const trace = layOut(file(sample()));

  it('has its header and its answer', () => {
    expect(trace.header.engine).toBe('test');
    expect(trace.header.scale).toEqual({ perPawn: 100, infinite: 30000, mate: 20000, matePlies: 200, won: 0 });
    expect(trace.answer?.pv).toEqual(['h1h8', 'e8e7']);
    expect(trace.cut).toBe(false);
  });

  it('becomes rows', () => {
    const { nodes } = trace;
    expect(nodes.count).toBe(5);
    expect([...nodes.parent]).toEqual([-1, 0, 0, 2, 2]);
    expect([...nodes.end]).toEqual([5, 2, 5, 4, 5]);
    expect([...nodes.ply]).toEqual([0, 1, 1, 2, 2]);
    expect([...nodes.score]).toEqual([100, -100, 700, 300, -700]);
    expect([...nodes.why]).toEqual([Why.Searched, Why.Horizon, Why.Beta, Why.StandPat, Why.Table]);
    expect([...nodes.size]).toEqual([5, 1, 3, 1, 1]);
    expect([...nodes.best]).toEqual([1, -1, 4, -1, -1]);
    expect([nodes.alpha[2], nodes.beta[2]]).toEqual([-101, -100]);
    expect(trace.rounds).toEqual([{ root: 0, depth: 2 }]);
  });

  it('tells what a node said, in order', () => {
    expect(notes(trace, 0).map(note => note.kind)).toEqual(['static', 'child', 'best', 'child']);
    expect(notes(trace, 2)).toEqual([
      { kind: 'child', node: 3 },
      { kind: 'child', node: 4 },
      { kind: 'best', move: E8 | (D7 << 6), score: 700 },
      { kind: 'skip', why: 20, move: E8 | (59 << 6) },
    ]);
  });

  it('can be gone through with stops', () => {
    const kinds = [...trace.events.kind];
    expect(kinds[0]).toBe(Kind.Iteration);
    const cutoff = nextStop(trace, 0, 'cutoff', 1);
    expect(trace.events.node[cutoff]).toBe(2);
    expect(kinds[cutoff]).toBe(Kind.Leave);
    const best = nextStop(trace, 0, 'best', 1);
    expect(trace.events.node[best]).toBe(0);
    expect(nextStop(trace, best, 'best', 1)).toBe(kinds.lastIndexOf(Kind.Best));
    expect(nextStop(trace, cutoff, 'table', -1)).toBeLessThan(cutoff);
    expect(nextStop(trace, cutoff, 'cutoff', 1)).toBe(kinds.length - 1);
    expect(nextStop(trace, 3, 'event', -1)).toBe(2);
  });

  it('knows what had been entered by when', () => {
    expect(enteredBy(trace.nodes, 0)).toBe(0);
    expect(enteredBy(trace.nodes, 1)).toBe(1);
    expect(enteredBy(trace.nodes, trace.events.count)).toBe(5);
  });

  it('is laid out with every node in the middle of its family', () => {
    const layout = layOutTree(trace.nodes, 0, 5);
    expect(layout.height).toBe(3);
    expect(layout.width).toBe(2);
    expect([...layout.rows]).toEqual([3, 1, 2, 1, 1]);
    expect([...layout.top]).toEqual([0, 0, 1, 1, 2]);
    expect([...layout.middle]).toEqual([1.25, 0.5, 2, 1.5, 2.5]);
    const { cells, columns } = density(layout, 3);
    expect(columns).toBe(3);
    expect(cells.reduce((a, b) => a + b)).toBe(5);
  });

  it('can be cut off', () => {
    const bytes = sample().bytes;
    const pen = new Pen().byte(...bytes.slice(0, bytes.length - 4));
    const cut = layOut(file(pen, { cut: true }));
    expect(cut.cut).toBe(true);
    expect(cut.nodes.count).toBe(5);
    // Neither the root nor its second move were left.
    expect([cut.nodes.why[0], cut.nodes.why[2]]).toEqual([Why.Stopped, Why.Stopped]);
    expect([...cut.nodes.end]).toEqual([5, 2, 5, 4, 5]);
    // The event that is there in half is none.
    expect(notes(cut, 2).map(note => note.kind)).toEqual(['child', 'child', 'best', 'skip']);
  });

  it('may have reasons with great numbers', () => {
    const pen = new Pen().byte(0x80, 1).enter(How.Root, 1, -100, 100)
      .reason(0x60, 77).move(E1, E2)
      .enter(How.Full, 0, -100, 100, [H1, H8]).leave(31, -9)
      .leave(255, 9);
    const trace = layOut(file(pen));
    expect([...trace.nodes.why]).toEqual([255, 31]);
    expect([...trace.nodes.score]).toEqual([9, -9]);
    expect(notes(trace, 0)[0]).toEqual({ kind: 'skip', why: 77, move: E1 | (E2 << 6) });
  });

  it('knows every reason', () => {
    expect(Object.values(Why)).toEqual(WHY.map((_, number) => number));
    expect(LOOK).toHaveLength(WHY.length);
    expect([WHY[Why.NullMove], LOOK[Why.NullMove], LOOK[Why.Tablebase], LOOK[Why.StandPat]]).toEqual(['null move', 'cut', 'table', 'quiet']);
  });

  it('is refused when it is something else', () => {
    expect(() => readFile(new TextEncoder().encode('hello, world').buffer as ArrayBuffer)).toThrow(TraceError);
    expect(() => layOut(file(new Pen().byte(0xff)))).toThrow(TraceError);
    expect(() => layOut(file(new Pen().leave(0, 0)))).toThrow('nest');
    expect(() => layOut(file(new Pen()))).toThrow('no nodes');
  });
});

describe('scores of a trace', () => {
  const scale = { perPawn: 100, infinite: 30000, mate: 20000, matePlies: 200, won: 0 };
  it.each([
    [31, true, '0.31'],
    [31, false, '−0.31'],
    [30000, true, 'max'],
    [19997, true, '#2'],
    [19998, false, '−#1'],
  ])('%i', (score, white, text) => expect(showScore(scale, score, white)).toBe(text));
});

describe('playouts', () => {
  const promise = (pen: Pen, tag: number, to: number, visits: number, prior: number, value: number, bonus: number) =>
    pen.byte(tag).move(E1, to).number(visits).number(prior).signed(value).signed(bonus);
  const pen = new Pen();
  // The first walk expands the root; the second and third overlap.
  pen.byte(0x90).number(1).byte(0x93).signed(1000).byte(0x94).move(E1, E2).number(7000).byte(0x94).move(E1, 5).number(3000).byte(0xa0 | 26).signed(1000);
  pen.byte(0x90).number(2);
  promise(pen, 0x91, 5, 0, 3000, 0, 4000);
  promise(pen, 0x92, E2, 0, 7000, 0, 9000);
  pen.byte(0x90).number(3);
  promise(pen, 0x92, 5, 0, 3000, 0, 4000);
  pen.byte(0x90).number(2).byte(0xa0 | 26).signed(-500);
  pen.byte(0x90).number(3).byte(0xa0 | 26).signed(-2500);
  for (const number of [4, 5]) {
    pen.byte(0x90).number(number);
    promise(pen, 0x92, 5, 1, 3000, 2500, 2000);
    promise(pen, 0x92, 6, 0, 100, 0, 100);
    pen.byte(0xa0 | 26).signed(0);
  }
  const { playouts, priors } = readPlayouts(new Uint8Array(pen.bytes));

  it('are read in the order in which they ended', () => {
    expect(playouts.map(p => [(p.move >> 6) & 63, p.depth, p.value])).toEqual([[0, 0, 0.1], [E2, 1, -0.05], [5, 1, -0.25], [5, 2, 0], [5, 2, 0]]);
    expect([...priors.values()]).toEqual([0.7, 0.3]);
    expect(playouts[1]!.weighed.map(w => w.bonus)).toEqual([0.4, 0.9]);
  });

  it('gather visits, and the choice moves', () => {
    const { at, visits } = visitsOverTime(playouts, 100);
    expect(at).toEqual([1, 2, 3, 4, 5]);
    expect([...visits.at(-1)!]).toEqual([3, 1]);
    expect(changes(playouts).map(c => [c.at, (c.move >> 6) & 63])).toEqual([[2, E2], [4, 5]]);
  });
});
