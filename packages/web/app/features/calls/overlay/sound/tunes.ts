import type { AnimationType } from '../../model/state/call-view.ts';

/** The two ringtones, and what the caller hears meanwhile. */
export type TuneName = AnimationType | 'ringback';

/** How a note sounds. */
interface Voice {
  /** Multiples of the note's frequency, with the strength of each. */
  readonly partials: readonly (readonly [ratio: number, strength: number])[];
  /** Seconds until it is at its loudest, and until it has fallen to a third. */
  readonly attack: number;
  readonly decay: number;
}

interface Note {
  /** The step it begins at, and how many it lasts. */
  readonly step: number;
  readonly steps: number;
  /** MIDI number: 69 is the A of 440 Hz. */
  readonly pitch: number;
  readonly strength: number;
}

/** A tune that repeats for as long as it rings. */
export interface Tune {
  readonly voice: Voice;
  readonly stepSeconds: number;
  /** Steps until it begins again, its pause included. */
  readonly steps: number;
  /** Gain at the loudest moment, from 0 to 1. */
  readonly peak: number;
  readonly notes: readonly Note[];
}

const marimba: Voice = {
  partials: [
    [1, 1],
    [2, 0.22],
    [4, 0.18],
  ],
  attack: 0.006,
  decay: 0.19,
};

const bell: Voice = {
  partials: [
    [1, 1],
    [2, 0.3],
    [3, 0.1],
    [5.4, 0.05],
  ],
  attack: 0.018,
  decay: 0.6,
};

const breath: Voice = {
  partials: [
    [1, 1],
    [2, 0.12],
  ],
  attack: 0.12,
  decay: 1.4,
};

const note = (step: number, pitch: number, steps = 2, strength = 1): Note => ({
  step,
  pitch,
  steps,
  strength,
});

/** Baião on wooden bars: three, three and two over a bass that leans on the second of them. */
const baiao: Tune = {
  voice: marimba,
  stepSeconds: 0.15,
  steps: 24,
  peak: 0.42,
  notes: [
    note(0, 50, 3, 0.8),
    note(3, 57, 3, 0.7),
    note(6, 50, 2, 0.6),
    note(0, 69),
    note(2, 66, 1, 0.7),
    note(3, 72),
    note(5, 69, 1, 0.7),
    note(6, 66),
    note(8, 48, 3, 0.8),
    note(11, 55, 3, 0.7),
    note(14, 50, 2, 0.6),
    note(8, 67),
    note(10, 64, 1, 0.7),
    note(11, 71),
    note(13, 67, 1, 0.7),
    note(14, 62, 3),
  ],
};

/** A slow sway of bells in three, that climbs and sits down again. */
const balanco: Tune = {
  voice: bell,
  stepSeconds: 0.21,
  steps: 22,
  peak: 0.4,
  notes: [
    note(0, 53, 6, 0.55),
    note(1, 69, 2, 0.7),
    note(2, 72, 2, 0.8),
    note(4, 67, 3),
    note(6, 55, 6, 0.55),
    note(7, 71, 2, 0.7),
    note(8, 74, 2, 0.8),
    note(10, 76, 2),
    note(12, 72, 5, 0.9),
    note(12, 48, 6, 0.5),
  ],
};

/** Two low breaths and a long pause. */
const ringback: Tune = {
  voice: breath,
  stepSeconds: 0.25,
  steps: 16,
  peak: 0.12,
  notes: [note(0, 57, 3), note(0, 64, 3, 0.5), note(4, 55, 3), note(4, 62, 3, 0.5)],
};

/** Original tunes; each style has its own. */
export const tunes: Record<TuneName, Tune> = { discord: baiao, skype: balanco, ringback };
