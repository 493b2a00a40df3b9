/** The sounds of a game, made and not loaded: wood on wood, a bell at the end. */

import type { Node } from '../game/tree';
import { store, stored } from './theme';

let context: AudioContext | undefined;

export const soundsOn = (): boolean => stored('sounds') !== 'off';

export function setSounds(on: boolean): void {
  store('sounds', on ? 'on' : 'off');
}

/** A move that was played, or the end of a game. */
export function play(what: Node | 'end'): void {
  // Browsers are silent until somebody has touched the page.
  if (!soundsOn() || typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    if (what === 'end') [392, 523, 659].forEach((pitch, i) => tone(pitch, 0.5, 0.09, i * 0.13));
    else {
      knock(what.san.includes('x') ? 0.5 : 0.32);
      if (/[+#]/.test(what.san)) tone(880, 0.16, 0.05, 0.04);
    }
  } catch {
    // A machine without sound plays all the same.
  }
}

function tone(pitch: number, length: number, volume: number, after: number): void {
  const at = context!.currentTime + after;
  const [source, gain] = [context!.createOscillator(), context!.createGain()];
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(context!.destination);
  source.start(at);
  source.stop(at + length);
}

/** A short noise through a narrow filter. */
function knock(volume: number): void {
  const length = Math.floor(context!.sampleRate * 0.06);
  const buffer = context!.createBuffer(1, length, context!.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const [source, filter, gain] = [context!.createBufferSource(), context!.createBiquadFilter(), context!.createGain()];
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = 900;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(context!.destination);
  source.start();
}
