import { expect, it } from 'vitest';
import { openKeyedHashes } from './keyed-hashes.ts';
import { deriveSecrets } from './secrets.ts';

const programSecrets = deriveSecrets('of the program');
const open = (dataSecrets: string[], purpose = 'test') =>
  openKeyedHashes(dataSecrets, programSecrets, purpose);

it('a keyed hash of an earlier key is still recognised', () => {
  const stored = open(['old']).newest('somebody');
  const rotated = open(['new', 'old']);
  expect(rotated.newest('somebody')).not.toEqual(stored);
  expect(rotated.all('somebody')).toContainEqual(stored);
  expect(open(['new']).all('somebody')).not.toContainEqual(stored);
});

it('a keyed hash of the key of the program is recognised', () => {
  expect(open(['new']).all('somebody')).toContainEqual(open([]).newest('somebody'));
});

it('keyed hashes differ by text and by purpose', () => {
  const stored = open([]).newest('somebody');
  expect(stored).toHaveLength(32);
  expect(open([]).newest('nobody')).not.toEqual(stored);
  expect(open([], 'other').newest('somebody')).not.toEqual(stored);
});
