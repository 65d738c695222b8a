import type { Tune } from './tunes.ts';

/** Samples a second: enough for what these tunes have in them, and half the work of a record. */
export const SAMPLE_RATE_HZ = 22_050;

/** How long a note takes to fall silent at its end, in seconds. */
const RELEASE_SECONDS = 0.04;

const pitchToHertz = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12);

type Envelope = (seconds: number) => number;

function envelopeOf({ attack, decay }: Tune['voice'], length: number): Envelope {
  return (t) =>
    Math.min(1, t / attack) * Math.exp(-t / decay) * Math.min(1, (length - t) / RELEASE_SECONDS);
}

/** Adds a note; what of it rings on after the end belongs to the beginning, as in a loop it does. */
function addNote(samples: Float32Array, tune: Tune, note: Tune['notes'][number]): void {
  const seconds = note.steps * tune.stepSeconds + RELEASE_SECONDS;
  const from = Math.round(note.step * tune.stepSeconds * SAMPLE_RATE_HZ);
  const envelope = envelopeOf(tune.voice, seconds);
  const count = Math.floor(seconds * SAMPLE_RATE_HZ);
  for (const [ratio, strength] of tune.voice.partials) {
    const turn = (2 * Math.PI * pitchToHertz(note.pitch) * ratio) / SAMPLE_RATE_HZ;
    for (let index = 0; index < count; index += 1) {
      const at = (from + index) % samples.length;
      const value =
        Math.sin(turn * index) * strength * note.strength * envelope(index / SAMPLE_RATE_HZ);
      samples[at] = (samples[at] ?? 0) + value;
    }
  }
}

/** One round of a tune as samples from -1 to 1, without a seam where it begins again. */
export function renderTune(tune: Tune): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(tune.steps * tune.stepSeconds * SAMPLE_RATE_HZ));
  for (const note of tune.notes) addNote(samples, tune, note);
  const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return samples.map((value) => (value / loudest) * tune.peak);
}
