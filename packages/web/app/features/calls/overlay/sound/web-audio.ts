import { SAMPLE_RATE_HZ } from './render-tune.ts';
import type { TunePlayer } from './ringtone.ts';

/** Duration of fading in and out, in seconds; an abrupt start or stop would click. */
const FADE_SECONDS = 0.03;

/** Delay before the audio context is closed, in ms; longer than the fade. */
const CLOSE_DELAY_MS = 120;

/** Ignores a refusal of the browser; the page then stays silent. */
const ignoreRejection = (promise: Promise<void> | undefined) => {
  promise?.catch(() => undefined);
};

function closeContext(context: AudioContext): void {
  if (context.state !== 'closed') ignoreRejection(context.close());
}

function fadeOut(context: AudioContext, gainNode: GainNode): void {
  gainNode.gain.cancelScheduledValues(context.currentTime);
  gainNode.gain.setTargetAtTime(0, context.currentTime, FADE_SECONDS / 3);
  setTimeout(() => closeContext(context), CLOSE_DELAY_MS);
}

function startLoop(
  context: AudioContext,
  samples: Float32Array<ArrayBuffer>,
): { gain: GainNode; source: AudioBufferSourceNode } {
  const buffer = context.createBuffer(1, samples.length, SAMPLE_RATE_HZ);
  buffer.copyToChannel(samples, 0);
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, context.currentTime);
  gain.gain.linearRampToValueAtTime(1, context.currentTime + FADE_SECONDS);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.loop = true;
  source.connect(gain).connect(context.destination);
  source.start();
  return { gain, source };
}

/** A player with its own audio context. A suspended context plays nothing, so it is closed without a fade. */
export function createPlayer(context: AudioContext): TunePlayer {
  let currentLoop: ReturnType<typeof startLoop> | null = null;
  let isClosed = false;
  return {
    allowed: () => context.state === 'running',
    wake: () => {
      if (!isClosed && context.state !== 'running') ignoreRejection(context.resume());
    },
    onChange: (listener) =>
      context.addEventListener('statechange', () => {
        if (!isClosed) listener();
      }),
    loop: (samples) => {
      if (!isClosed && !currentLoop) currentLoop = startLoop(context, samples);
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      if (currentLoop && context.state === 'running') fadeOut(context, currentLoop.gain);
      else closeContext(context);
    },
  };
}

/** A player of this browser; null when the browser does not support Web Audio. */
export function openPlayer(): TunePlayer | null {
  try {
    return createPlayer(new AudioContext());
  } catch {
    return null;
  }
}
