import { expect, it } from 'vitest';
import { openKeyedHashes } from './keyed-hashes.ts';
import { deriveSecrets } from './secrets.ts';

const programSecrets = deriveSecrets('of the program');
const openHashes = (dataSecrets: string[], purpose = 'test') =>
  openKeyedHashes(dataSecrets, programSecrets, purpose);

it('a keyed hash of an earlier key is still recognised', () => {
  const storedHash = openHashes(['old']).newest('somebody');
  const rotatedHashes = openHashes(['new', 'old']);
  expect(rotatedHashes.newest('somebody')).not.toEqual(storedHash);
  expect(rotatedHashes.all('somebody')).toContainEqual(storedHash);
  expect(openHashes(['new']).all('somebody')).not.toContainEqual(storedHash);
});

it('a keyed hash of the key of the program is recognised', () => {
  expect(openHashes(['new']).all('somebody')).toContainEqual(openHashes([]).newest('somebody'));
});

it('keyed hashes differ by text and by purpose', () => {
  const storedHash = openHashes([]).newest('somebody');
  expect(storedHash).toHaveLength(32);
  expect(openHashes([]).newest('nobody')).not.toEqual(storedHash);
  expect(openHashes([], 'other').newest('somebody')).not.toEqual(storedHash);
});
