import { expect, it } from 'vitest';
import { openKeyedHashes } from './keyed-hashes.ts';
import { deriveSecrets } from './secrets.ts';

const programSecrets = deriveSecrets('of the program');
const openHashes = (dataSecrets: string[], purpose = 'test') =>
  openKeyedHashes(dataSecrets, programSecrets, purpose);

it('a keyed hash of an earlier key is still recognised', () => {
  const stored = openHashes(['old']).newest('somebody');
  const rotated = openHashes(['new', 'old']);
  expect(rotated.newest('somebody')).not.toEqual(stored);
  expect(rotated.all('somebody')).toContainEqual(stored);
  expect(openHashes(['new']).all('somebody')).not.toContainEqual(stored);
});

it('a keyed hash of the key of the program is recognised', () => {
  expect(openHashes(['new']).all('somebody')).toContainEqual(openHashes([]).newest('somebody'));
});

it('keyed hashes differ by text and by purpose', () => {
  const stored = openHashes([]).newest('somebody');
  expect(stored).toHaveLength(32);
  expect(openHashes([]).newest('nobody')).not.toEqual(stored);
  expect(openHashes([], 'other').newest('somebody')).not.toEqual(stored);
});
