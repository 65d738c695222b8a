import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import { createPackAddresses, PACK_PATH, type PackGrant } from './pack-address.ts';

const clock = fakeClock();
const packAddresses = createPackAddresses({ clock, secret: 'de teste' });

const orderGrant: PackGrant = {
  scope: { kind: 'order', id: randomUUID(), person: randomUUID() },
  use: 'view',
  archiveId: randomUUID(),
};
const tokenOf = (of: PackGrant) =>
  packAddresses.make(of, packAddresses.end()).slice(PACK_PATH.length);

describe('an address of a pack', () => {
  it.each<PackGrant>([
    orderGrant,
    { ...orderGrant, use: 'file' },
    { ...orderGrant, use: 'preview' },
    { ...orderGrant, use: 'zip', archiveId: null },
    { ...orderGrant, scope: { ...orderGrant.scope, kind: 'own' } },
  ])('carries its right: %#', (of) => {
    expect(packAddresses.read(tokenOf(of))).toEqual(of);
  });

  it('is invalid with any character changed, added or missing', () => {
    const word = tokenOf(orderGrant);
    for (let at = 0; at < word.length; at += 1) {
      const other = word[at] === 'A' ? 'B' : 'A';
      expect(
        packAddresses.read(word.slice(0, at) + other + word.slice(at + 1)),
        `at ${at}`,
      ).toBeNull();
    }
    for (const odd of [`${word}A`, `${word}=`, word.slice(0, -1), '', 'x', word.repeat(2)]) {
      expect(packAddresses.read(odd)).toBeNull();
    }
  });

  it('is invalid with another key', () => {
    expect(createPackAddresses({ clock, secret: 'outro' }).read(tokenOf(orderGrant))).toBeNull();
  });

  it('expires after five minutes', () => {
    const word = tokenOf(orderGrant);
    clock.advance(299_000);
    expect(packAddresses.read(word)).toEqual(orderGrant);
    clock.advance(1_000);
    expect(packAddresses.read(word)).toBeNull();
  });
});
