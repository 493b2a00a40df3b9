/** What fingers, mouse, wheel and keys do to the picture of a search. */

import type { Picture } from './picture';
import type { Step } from './scene';

const STEPS: Record<string, Step> = {
  ArrowLeft: 'back',
  ArrowRight: 'best',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'root',
};

export function listen(picture: Picture): void {
  listenToPointers(picture);
  listenToOverview(picture);
  picture.canvas.addEventListener('keydown', event => key(picture, event));
}

/** Dragging pans, a wheel or two fingers zoom, a click chooses. */
function listenToPointers(picture: Picture): void {
  const { canvas } = picture;
  let drag: { x: number; y: number; moved: boolean } | undefined;
  const pointers = new Map<number, PointerEvent>();
  let spread = 0;
  canvas.addEventListener('pointerdown', event => {
    pointers.set(event.pointerId, event);
    canvas.setPointerCapture(event.pointerId);
    drag = { x: event.clientX, y: event.clientY, moved: false };
    spread = spreadOf(pointers);
  });
  canvas.addEventListener('pointermove', event => {
    if (!drag) return picture.hover({ x: event.offsetX, y: event.offsetY });
    pointers.set(event.pointerId, event);
    if (pointers.size === 2) {
      const now = spreadOf(pointers);
      if (spread > 0) picture.zoom(now / spread, event.offsetY);
      spread = now;
      drag.moved = true;
      return;
    }
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (Math.abs(dx) + Math.abs(dy) > 4) drag.moved = true;
    if (drag.moved) {
      picture.pan(dx, dy);
      drag.x = event.clientX;
      drag.y = event.clientY;
    }
  });
  const end = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
    if (drag && !drag.moved && event.type === 'pointerup') {
      const node = picture.hit(event.offsetX, event.offsetY);
      if (node !== undefined) picture.onPick(node);
    }
    if (pointers.size === 0) drag = undefined;
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('pointerleave', () => picture.hover(undefined));
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    if (event.shiftKey) picture.pan(-event.deltaY, 0);
    else picture.zoom(Math.exp(-event.deltaY * 0.0016), event.offsetY);
  }, { passive: false });
  canvas.addEventListener('dblclick', event => {
    const node = picture.hit(event.offsetX, event.offsetY);
    if (node !== undefined) picture.reveal(node, true);
  });
}

/** A press on the overview goes there. */
function listenToOverview(picture: Picture): void {
  const { overview } = picture;
  const jump = (event: PointerEvent) => {
    if (event.buttons !== 0) picture.center(event.offsetY / overview.clientHeight);
  };
  overview.addEventListener('pointerdown', event => {
    overview.setPointerCapture(event.pointerId);
    jump(event);
  });
  overview.addEventListener('pointermove', jump);
  overview.addEventListener('wheel', event => {
    event.preventDefault();
    picture.zoom(Math.exp(-event.deltaY * 0.0016));
  }, { passive: false });
}

function key(picture: Picture, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key];
  if (step) picture.onPick(picture.neighbour(step));
  else if (event.key === '+' || event.key === '=') picture.zoom(1.5);
  else if (event.key === '-') picture.zoom(1 / 1.5);
  else if (event.key === '0') picture.fit();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function spreadOf(pointers: Map<number, PointerEvent>): number {
  const [a, b] = [...pointers.values()];
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
}
