/** All of the tree at a glance: how dense it is at each level, and which part is in sight. */

import type { Palette } from '../palette';
import { density } from './layout';
import type { Scene } from './scene';
import type { Viewport } from './viewport';

export class Overview {
  readonly canvas = document.createElement('canvas');
  /** The picture below the frame, until the tree, the colours or the size change. */
  private strip: ImageData | undefined;

  constructor(
    private readonly scene: Scene,
    private readonly viewport: Viewport,
  ) {
    this.canvas.className = 'overview';
    this.canvas.setAttribute('aria-hidden', 'true');
  }

  /** The next drawing is made anew. */
  forget(): void {
    this.strip = undefined;
  }

  draw(colors: Palette): void {
    const { canvas } = this;
    if (canvas.clientWidth === 0) return;
    const context = canvas.getContext('2d')!;
    const { width, height } = canvas;
    this.strip ??= this.shade(context, colors);
    context.clearRect(0, 0, width, height);
    context.putImageData(this.strip, 0, 0);
    const ratio = height / canvas.clientHeight;
    const { begin, length } = this.viewport.part;
    const tall = Math.max(4 * ratio, length * height);
    context.strokeStyle = colors.focus;
    context.lineWidth = 2 * ratio;
    context.strokeRect(ratio, Math.min(begin * height, height - tall) + ratio, width - 2 * ratio, Math.min(tall, height) - 2 * ratio);
  }

  private shade(context: CanvasRenderingContext2D, colors: Palette): ImageData {
    const { width, height } = this.canvas;
    const { cells, columns, rows, most } = density(this.scene.layout, height);
    const image = context.createImageData(width, height);
    const [r, g, b] = rgb(colors.searched);
    const scale = 255 / Math.log(1 + most);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < width; x++) {
        const value = cells[y * columns + Math.floor((x * columns) / width)]!;
        const at = (y * width + x) * 4;
        image.data[at] = r;
        image.data[at + 1] = g;
        image.data[at + 2] = b;
        image.data[at + 3] = value === 0 ? 0 : 40 + Math.min(215, Math.log(1 + value) * scale);
      }
    }
    return image;
  }
}

/** The parts of a colour as the theme writes it. */
function rgb(text: string): [number, number, number] {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(text.length === 4 ? text.replace(/[0-9a-f]/gi, '$&$&') : text);
  return hex ? [parseInt(hex[1]!, 16), parseInt(hex[2]!, 16), parseInt(hex[3]!, 16)] : [80, 110, 140];
}
