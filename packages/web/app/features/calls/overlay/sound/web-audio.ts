import { SAMPLE_RATE } from './render-tune.ts';
import type { Player } from './ringtone.ts';

/** How fast it comes and goes, in seconds: soft enough not to click. */
const FADE_SECONDS = 0.03;

/** After this the fade is over and the context can be let go of, in ms. */
const CLOSE_MS = 120;

/** Ignores a refusal of the browser: the page stays silent. */
const quietly = (act: Promise<void> | undefined) => {
  act?.catch(() => undefined);
};

function closeNow(context: AudioContext): void {
  if (context.state !== 'closed') quietly(context.close());
}

function fadeOut(context: AudioContext, gain: GainNode): void {
  gain.gain.cancelScheduledValues(context.currentTime);
  gain.gain.setTargetAtTime(0, context.currentTime, FADE_SECONDS / 3);
  setTimeout(() => closeNow(context), CLOSE_MS);
}

function startLoop(
  context: AudioContext,
  samples: Float32Array<ArrayBuffer>,
): { gain: GainNode; source: AudioBufferSourceNode } {
  const buffer = context.createBuffer(1, samples.length, SAMPLE_RATE);
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

/** A player on a context of its own. A suspended one is closed without a fade: nobody hears it. */
export function playerOn(context: AudioContext): Player {
  let playing: ReturnType<typeof startLoop> | null = null;
  let closed = false;
  return {
    allowed: () => context.state === 'running',
    wake: () => {
      if (!closed && context.state !== 'running') quietly(context.resume());
    },
    onChange: (listener) =>
      context.addEventListener('statechange', () => {
        if (!closed) listener();
      }),
    loop: (samples) => {
      if (!closed && !playing) playing = startLoop(context, samples);
    },
    close: () => {
      if (closed) return;
      closed = true;
      if (playing && context.state === 'running') fadeOut(context, playing.gain);
      else closeNow(context);
    },
  };
}

/** A player of this browser; null where there is none to be had. */
export function openPlayer(): Player | null {
  try {
    return playerOn(new AudioContext());
  } catch {
    return null;
  }
}
