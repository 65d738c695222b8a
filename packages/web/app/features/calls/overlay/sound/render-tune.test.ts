import { describe, expect, test } from 'vitest';
import { renderTune, SAMPLE_RATE_HZ } from './render-tune.ts';
import { type TuneName, tunes } from './tunes.ts';

const tuneNames = Object.keys(tunes) as TuneName[];
const peakOf = (samples: Float32Array) =>
  samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
/**
 * The largest jump between two neighbouring samples, including the jump from the last sample to the first on
 * repetition.
 */
const largestJump = (samples: Float32Array) =>
  samples.reduce(
    (maximum, value, index) => Math.max(maximum, Math.abs(value - (samples.at(index - 1) ?? 0))),
    0,
  );

describe.each(tuneNames)('%s', (name) => {
  const tune = tunes[name];
  const samples = renderTune(tune);

  test('has the duration of its steps and the stated volume', () => {
    expect(samples.length / SAMPLE_RATE_HZ).toBeCloseTo(tune.steps * tune.stepSeconds, 3);
    expect(peakOf(samples)).toBeCloseTo(tune.peak, 4);
    expect(tune.peak).toBeLessThan(0.5);
  });

  test('has no clicks, also where the loop starts again', () => {
    expect(largestJump(samples)).toBeLessThan(tune.peak * 0.5);
    expect(Math.abs((samples.at(-1) ?? 1) - (samples[0] ?? 0))).toBeLessThan(0.01);
  });

  test('has a pause before it starts again', () => {
    expect(peakOf(samples.slice(-Math.round(0.4 * SAMPLE_RATE_HZ)))).toBeLessThan(0.001);
  });

  test('contains every note completely', () => {
    for (const { step, steps } of tune.notes) expect(step + steps).toBeLessThan(tune.steps);
  });
});

test('each style has a different tune, and the ringback is the quietest', () => {
  expect(tunes.discord.notes).not.toEqual(tunes.skype.notes);
  expect(tunes.ringback.peak).toBeLessThan(Math.min(tunes.discord.peak, tunes.skype.peak) / 2);
});
