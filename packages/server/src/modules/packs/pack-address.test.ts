import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import { createPackAddresses, PACK_PATH, type PackGrant } from './pack-address.ts';

const clock = fakeClock();
const addresses = createPackAddresses({ clock, secret: 'de teste' });

const right: PackGrant = {
  scope: { kind: 'order', id: randomUUID(), person: randomUUID() },
  use: 'view',
  archiveId: randomUUID(),
};
const wordOf = (of: PackGrant) => addresses.make(of, addresses.end()).slice(PACK_PATH.length);

describe('an address of a pack', () => {
  it.each<PackGrant>([
    right,
    { ...right, use: 'file' },
    { ...right, use: 'preview' },
    { ...right, use: 'zip', archiveId: null },
    { ...right, scope: { ...right.scope, kind: 'own' } },
  ])('carries its right: %#', (of) => {
    expect(addresses.read(wordOf(of))).toEqual(of);
  });

  it('is invalid with any character changed, added or missing', () => {
    const word = wordOf(right);
    for (let at = 0; at < word.length; at += 1) {
      const other = word[at] === 'A' ? 'B' : 'A';
      expect(addresses.read(word.slice(0, at) + other + word.slice(at + 1)), `at ${at}`).toBeNull();
    }
    for (const odd of [`${word}A`, `${word}=`, word.slice(0, -1), '', 'x', word.repeat(2)]) {
      expect(addresses.read(odd)).toBeNull();
    }
  });

  it('is invalid with another key', () => {
    expect(createPackAddresses({ clock, secret: 'outro' }).read(wordOf(right))).toBeNull();
  });

  it('expires after five minutes', () => {
    const word = wordOf(right);
    clock.advance(299_000);
    expect(addresses.read(word)).toEqual(right);
    clock.advance(1_000);
    expect(addresses.read(word)).toBeNull();
  });
});
