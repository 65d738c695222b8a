import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ids, systemIds } from '../../../ports/ids.ts';
import { createPurchaseCode, normalisePurchaseCode } from './purchase-code.ts';

/** Creates a source of ids whose random bytes repeat these bytes. */
function idsOf(bytes: Uint8Array): Ids {
  let at = 0;
  return {
    uuid: () => '',
    secret: (length) => {
      const nextBytes = Array.from({ length }, (_, n) => bytes[(at + n) % bytes.length] ?? 0);
      at += length;
      return Buffer.from(nextBytes).toString('base64url');
    },
  };
}

describe('purchase codes', () => {
  it('are short, readable and without look-alike characters, for any random bytes', () => {
    const bytes = fc
      .uint8Array({ minLength: 1, maxLength: 64 })
      .filter((randomBytes) => randomBytes.some((b) => b < 252));
    fc.assert(
      fc.property(bytes, (randomBytes) => {
        expect(createPurchaseCode(idsOf(randomBytes))).toMatch(/^GLD-[2-9BCDFGHJKMNP-TV-Z]{6}$/);
      }),
    );
  });

  it('use every letter about as often', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 5_000; n += 1) {
      for (const letter of createPurchaseCode(systemIds).slice(4)) {
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
      }
    }
    expect(counts.size).toBe(28);
    // 30,000 letters: on average 1,071 of each, with a standard deviation of 32.
    expect(Math.min(...counts.values())).toBeGreaterThan(1_071 - 6 * 32);
    expect(Math.max(...counts.values())).toBeLessThan(1_071 + 6 * 32);
  });

  it('are found in any spelling', () => {
    expect(normalisePurchaseCode('  gld-7k3mqx ')).toBe('GLD-7K3MQX');
  });
});
