import type { AnimationType } from '../../model/state/call-view.ts';

/** The two ringtones, and what the caller hears meanwhile. */
export type TuneName = AnimationType | 'ringback';

/** How a note sounds. */
interface InstrumentVoice {
  /** Multiples of the note's frequency, with the strength of each. */
  readonly partials: readonly (readonly [ratio: number, strength: number])[];
  /** Seconds until it is at its loudest, and until it has fallen to a third. */
  readonly attack: number;
  readonly decay: number;
}

interface TuneNote {
  /** The step it begins at, and how many it lasts. */
  readonly step: number;
  readonly steps: number;
  /** MIDI number: 69 is the A of 440 Hz. */
  readonly pitch: number;
  readonly strength: number;
}

/** A tune that repeats for as long as it rings. */
export interface Tune {
  readonly voice: InstrumentVoice;
  readonly stepSeconds: number;
  /** Steps until it begins again, its pause included. */
  readonly steps: number;
  /** Gain at the loudest moment, from 0 to 1. */
  readonly peak: number;
  readonly notes: readonly TuneNote[];
}

const marimbaVoice: InstrumentVoice = {
  partials: [
    [1, 1],
    [2, 0.22],
    [4, 0.18],
  ],
  attack: 0.006,
  decay: 0.19,
};

const bellVoice: InstrumentVoice = {
  partials: [
    [1, 1],
    [2, 0.3],
    [3, 0.1],
    [5.4, 0.05],
  ],
  attack: 0.018,
  decay: 0.6,
};

const breathVoice: InstrumentVoice = {
  partials: [
    [1, 1],
    [2, 0.12],
  ],
  attack: 0.12,
  decay: 1.4,
};

const createNote = (step: number, pitch: number, steps = 2, strength = 1): TuneNote => ({
  step,
  pitch,
  steps,
  strength,
});

/** Baião on wooden bars: three, three and two over a bass that leans on the second of them. */
const baiaoTune: Tune = {
  voice: marimbaVoice,
  stepSeconds: 0.15,
  steps: 24,
  peak: 0.42,
  notes: [
    createNote(0, 50, 3, 0.8),
    createNote(3, 57, 3, 0.7),
    createNote(6, 50, 2, 0.6),
    createNote(0, 69),
    createNote(2, 66, 1, 0.7),
    createNote(3, 72),
    createNote(5, 69, 1, 0.7),
    createNote(6, 66),
    createNote(8, 48, 3, 0.8),
    createNote(11, 55, 3, 0.7),
    createNote(14, 50, 2, 0.6),
    createNote(8, 67),
    createNote(10, 64, 1, 0.7),
    createNote(11, 71),
    createNote(13, 67, 1, 0.7),
    createNote(14, 62, 3),
  ],
};

/** A slow sway of bells in three, that climbs and sits down again. */
const balancoTune: Tune = {
  voice: bellVoice,
  stepSeconds: 0.21,
  steps: 22,
  peak: 0.4,
  notes: [
    createNote(0, 53, 6, 0.55),
    createNote(1, 69, 2, 0.7),
    createNote(2, 72, 2, 0.8),
    createNote(4, 67, 3),
    createNote(6, 55, 6, 0.55),
    createNote(7, 71, 2, 0.7),
    createNote(8, 74, 2, 0.8),
    createNote(10, 76, 2),
    createNote(12, 72, 5, 0.9),
    createNote(12, 48, 6, 0.5),
  ],
};

/** Two low breaths and a long pause. */
const ringbackTune: Tune = {
  voice: breathVoice,
  stepSeconds: 0.25,
  steps: 16,
  peak: 0.12,
  notes: [
    createNote(0, 57, 3),
    createNote(0, 64, 3, 0.5),
    createNote(4, 55, 3),
    createNote(4, 62, 3, 0.5),
  ],
};

/** Original tunes; each style has its own. */
export const tunes: Record<TuneName, Tune> = {
  discord: baiaoTune,
  skype: balancoTune,
  ringback: ringbackTune,
};
