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
const tokenOf = (grant: PackGrant) =>
  packAddresses.create(grant, packAddresses.newExpiry()).slice(PACK_PATH.length);

describe('an address of a pack', () => {
  it.each<PackGrant>([
    orderGrant,
    { ...orderGrant, use: 'file' },
    { ...orderGrant, use: 'preview' },
    { ...orderGrant, use: 'zip', archiveId: null },
    { ...orderGrant, scope: { ...orderGrant.scope, kind: 'own' } },
  ])('carries its right: %#', (grant) => {
    expect(packAddresses.read(tokenOf(grant))).toEqual(grant);
  });

  it('is invalid with any character changed, added or missing', () => {
    const token = tokenOf(orderGrant);
    for (let index = 0; index < token.length; index += 1) {
      const otherLetter = token[index] === 'A' ? 'B' : 'A';
      expect(
        packAddresses.read(token.slice(0, index) + otherLetter + token.slice(index + 1)),
        `at ${index}`,
      ).toBeNull();
    }
    for (const malformedToken of [
      `${token}A`,
      `${token}=`,
      token.slice(0, -1),
      '',
      'x',
      token.repeat(2),
    ]) {
      expect(packAddresses.read(malformedToken)).toBeNull();
    }
  });

  it('is invalid with another key', () => {
    expect(createPackAddresses({ clock, secret: 'outro' }).read(tokenOf(orderGrant))).toBeNull();
  });

  it('expires after five minutes', () => {
    const token = tokenOf(orderGrant);
    clock.advance(299_000);
    expect(packAddresses.read(token)).toEqual(orderGrant);
    clock.advance(1_000);
    expect(packAddresses.read(token)).toBeNull();
  });
});
