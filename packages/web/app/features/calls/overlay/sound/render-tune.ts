import type { Tune } from './tunes.ts';

/** Samples per second: half the rate of a CD, enough for the frequencies of these tunes, and half the computation. */
export const SAMPLE_RATE_HZ = 22_050;

/** How long a note takes to become silent at its end, in seconds. */
const RELEASE_SECONDS = 0.04;

const pitchToHertz = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12);

type Envelope = (seconds: number) => number;

function envelopeOf({ attack, decay }: Tune['voice'], noteLength: number): Envelope {
  return (t) =>
    Math.min(1, t / attack) *
    Math.exp(-t / decay) *
    Math.min(1, (noteLength - t) / RELEASE_SECONDS);
}

/**
 * Adds a note to the samples. The part that sounds beyond the end of the tune is added at its beginning, because the
 * tune repeats.
 */
function addNote(soundSamples: Float32Array, tune: Tune, note: Tune['notes'][number]): void {
  const seconds = note.steps * tune.stepSeconds + RELEASE_SECONDS;
  const startIndex = Math.round(note.step * tune.stepSeconds * SAMPLE_RATE_HZ);
  const envelope = envelopeOf(tune.voice, seconds);
  const sampleCount = Math.floor(seconds * SAMPLE_RATE_HZ);
  for (const [ratio, strength] of tune.voice.partials) {
    const radiansPerSample = (2 * Math.PI * pitchToHertz(note.pitch) * ratio) / SAMPLE_RATE_HZ;
    for (let index = 0; index < sampleCount; index += 1) {
      const sampleIndex = (startIndex + index) % soundSamples.length;
      const value =
        Math.sin(radiansPerSample * index) *
        strength *
        note.strength *
        envelope(index / SAMPLE_RATE_HZ);
      soundSamples[sampleIndex] = (soundSamples[sampleIndex] ?? 0) + value;
    }
  }
}

/** Renders one round of a tune to samples from -1 to 1, so that it repeats without a click. */
export function renderTune(tune: Tune): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(tune.steps * tune.stepSeconds * SAMPLE_RATE_HZ));
  for (const note of tune.notes) addNote(samples, tune, note);
  const maxAmplitude = samples.reduce((maximum, value) => Math.max(maximum, Math.abs(value)), 0);
  return samples.map((value) => (value / maxAmplitude) * tune.peak);
}
