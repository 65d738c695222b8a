import { expect, it } from 'vitest';
import { openKeyedHashes } from './keyed-hashes.ts';
import { deriveSecrets } from './secrets.ts';

const program = deriveSecrets('of the program');
const open = (dataSecrets: string[], purpose = 'test') =>
  openKeyedHashes(dataSecrets, program, purpose);

it('finds what was hashed with a key that has been replaced', () => {
  const stored = open(['old']).newest('somebody');
  const rotated = open(['new', 'old']);
  expect(rotated.newest('somebody')).not.toEqual(stored);
  expect(rotated.all('somebody')).toContainEqual(stored);
  expect(open(['new']).all('somebody')).not.toContainEqual(stored);
});

it('finds what was hashed with the key of the program alone', () => {
  expect(open(['new']).all('somebody')).toContainEqual(open([]).newest('somebody'));
});

it('differs by text and by purpose', () => {
  const stored = open([]).newest('somebody');
  expect(stored).toHaveLength(32);
  expect(open([]).newest('nobody')).not.toEqual(stored);
  expect(open([], 'other').newest('somebody')).not.toEqual(stored);
});
