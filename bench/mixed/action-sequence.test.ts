import { expect, it } from 'vitest';
import { createActionSequence } from './action-sequence.ts';
import type { MixEntry } from './load-generator-client.ts';

const entry = (action: MixEntry['action'], weight: number): MixEntry => ({
  action,
  weight,
  label: action,
});

it('gives each entry as often as its weight says', () => {
  const next = createActionSequence([entry('feed', 7), entry('message', 2.5), entry('order', 0.5)]);
  const names = Array.from({ length: 200 }, () => next().action);
  const countOf = (name: string) => names.filter((given) => given === name).length;
  expect([countOf('feed'), countOf('message'), countOf('order')]).toEqual([140, 50, 10]);
});

it('spreads an entry evenly', () => {
  const next = createActionSequence([entry('feed', 9), entry('order', 1)]);
  const places = Array.from({ length: 100 }, (_, place) => ({ place, ...next() }))
    .filter(({ action }) => action === 'order')
    .map(({ place }) => place);
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  expect(new Set(gaps)).toEqual(new Set([10]));
});
