import { describe, expect, it } from 'vitest';

import type { Names } from '../src/doors/names';
import { Scene } from '../src/doors/picture/scene';
import { COLUMN, MARGIN, Viewport } from '../src/doors/picture/viewport';
import { hit, walk } from '../src/doors/picture/walk';
import { Why } from '../src/doors/reasons';
import type { Trace } from '../src/doors/trace';

/** A search as the parents of its nodes, in the order in which they were entered; roots have none. The first child is the best. */
function search(parents: number[]): Scene {
  const count = parents.length;
  const end = parents.map((_, node) => {
    let last = node + 1;
    while (last < count && parents[last]! >= node) last += 1;
    return last;
  });
  const nodes = {
    count,
    parent: Int32Array.from(parents),
    end: Uint32Array.from(end),
    best: Int32Array.from(end, (last, node) => (last > node + 1 ? node + 1 : -1)),
    // Nodes are entered at even moments, and all are left at the end.
    entered: Uint32Array.from(parents, (_, node) => node * 2),
    left: new Uint32Array(count).fill(count * 2),
    why: new Uint8Array(count).fill(Why.Searched),
    how: new Uint8Array(count),
  };
  const rounds = parents.flatMap((parent, root) => (parent < 0 ? [{ root, depth: 1 }] : []));
  return new Scene({ nodes, rounds } as unknown as Trace, {} as Names);
}

/** Two searches of the root: one of a single node; and one with a node that has two below it, and then another. */
const sample = () => search([-1, -1, 1, 2, 2, 1]);

describe('the scene', () => {
  it('shows one search of the root, the last at first', () => {
    const scene = sample();
    expect([scene.round, scene.from, scene.to]).toEqual([1, 1, 6]);
    expect([1, 5].map(node => scene.has(node))).toEqual([true, true]);
    expect(scene.has(0)).toBe(false);
    scene.show(0);
    expect([scene.from, scene.to, scene.rows]).toEqual([0, 1, 1]);
  });

  it('tells the principal variation from what is still open', () => {
    const scene = sample();
    expect([0, 1, 2, 3, 4].map(i => scene.group(i))).toEqual(['best', 'best', 'best', 'searched', 'searched']);
    scene.time = 11;
    expect(scene.group(3)).toBe('open');
  });

  it('walks from node to node', () => {
    const scene = sample();
    expect(scene.neighbour('best')).toBe(2);
    scene.selected = 2;
    expect((['root', 'back', 'best', 'next', 'previous'] as const).map(step => scene.neighbour(step))).toEqual([1, 1, 3, 5, 2]);
    scene.selected = 5;
    expect((['best', 'next', 'previous'] as const).map(step => scene.neighbour(step))).toEqual([5, 5, 2]);
  });
});

describe('the viewport', () => {
  const canvas = { clientWidth: 300, clientHeight: 92 };
  const see = (scene: Scene) => {
    const viewport = new Viewport(scene, canvas);
    viewport.fit();
    return viewport;
  };
  const seen = (scene: Scene, viewport: Viewport) => {
    const list: number[] = [];
    walk(scene, viewport, i => list.push(i), i => list.push(-i));
    return list;
  };

  it('fits all rows, and finds each node where it is drawn', () => {
    for (const mode of ['tree', 'icicle'] as const) {
      const scene = sample();
      scene.mode = mode;
      const viewport = see(scene);
      expect(viewport.part.begin).toBe(0);
      expect(viewport.part.length).toBeGreaterThanOrEqual(1);
      for (let i = 0; i < 5; i++) expect(hit(scene, viewport, viewport.x(i) + 1, viewport.y(scene.middle(i)))).toBe(scene.from + i);
    }
  });

  it('has nothing beside the picture', () => {
    const scene = sample();
    const viewport = see(scene);
    expect(hit(scene, viewport, MARGIN, -1)).toBeUndefined();
    expect(hit(scene, viewport, MARGIN, viewport.y(scene.rows) + 1)).toBeUndefined();
    expect(hit(scene, viewport, MARGIN - COLUMN, 10)).toBeUndefined();
  });

  it('walks what is in sight, and no further than the moment that is shown', () => {
    const scene = sample();
    const viewport = see(scene);
    expect(seen(scene, viewport)).toEqual([0, 1, 2, 3, 4]);
    // Node 4 of the trace was entered at moment 8.
    scene.time = 7;
    expect(seen(scene, viewport)).toEqual([0, 1, 2]);
  });

  it('steps over what is smaller than a pixel', () => {
    // A root with a thousand moves on less than a hundred pixels: one speck for each pixel.
    const scene = search([-1, ...Array.from({ length: 1000 }, () => 0)]);
    const viewport = see(scene);
    const specks = seen(scene, viewport).filter(i => i < 0);
    expect(specks.length).toBeGreaterThan(80);
    expect(specks.length).toBeLessThan(93);
    viewport.zoom(1e9);
    expect(seen(scene, viewport).length).toBeLessThan(5);
  });

  it('keeps the row under the pointer when it zooms, and stays where there is something to see', () => {
    const scene = search([-1, ...Array.from({ length: 1000 }, () => 0)]);
    const viewport = see(scene);
    const before = viewport.at(0, 60).row;
    viewport.zoom(4, 60);
    expect(viewport.at(0, 60).row).toBeCloseTo(before);
    viewport.pan(1e6, 1e6);
    expect(viewport.part.begin).toBe(0);
    viewport.pan(0, -1e6);
    expect(viewport.part.begin + viewport.part.length).toBeCloseTo(1, 1);
    viewport.reveal(500, true);
    expect(viewport.y(scene.middle(500))).toBeCloseTo(46);
  });
});
