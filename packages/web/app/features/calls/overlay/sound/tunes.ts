import type { AnimationType } from '../../model/state/call-view.ts';

/** The two ringtones of the callee, and the ringback tone of the caller. */
export type TuneName = AnimationType | 'ringback';

/** The timbre of a tune's notes. */
interface InstrumentVoice {
  /** Partials of a note: multiples of its frequency with the strength of each. */
  readonly partials: readonly (readonly [ratio: number, strength: number])[];
  /** Seconds until a note is loudest. */
  readonly attack: number;
  /** Seconds until a note has decayed to a third of its loudness. */
  readonly decay: number;
}

interface TuneNote {
  /** The step at which the note begins. */
  readonly step: number;
  /** Duration of the note in steps. */
  readonly steps: number;
  /** MIDI note number: 69 is the A of 440 Hz. */
  readonly pitch: number;
  readonly strength: number;
}

/** A tune that repeats while a call rings. */
export interface Tune {
  readonly voice: InstrumentVoice;
  readonly stepSeconds: number;
  /** Length of one round in steps, including the pause at its end. */
  readonly steps: number;
  /** Highest amplitude, from 0 to 1. */
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

/** Ringtone in the rhythm of a baião (accents 3 + 3 + 2), with the sound of a marimba. */
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

/** Slow ringtone in triple time with the sound of bells; its melody rises and falls. */
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

/** Ringback tone for the caller: two low notes and a long pause. */
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

/** The notes of each tune; all are original compositions. */
export const tunes: Record<TuneName, Tune> = {
  discord: baiaoTune,
  skype: balancoTune,
  ringback: ringbackTune,
};
