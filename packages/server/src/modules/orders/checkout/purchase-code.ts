import type { Ids } from '../../../ports/ids.ts';

/**
 * Letters and digits of purchase codes. Characters that look alike are left out, and vowels, so that no code spells a
 * word.
 */
const CODE_ALPHABET = '23456789BCDFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 6;
/**
 * Random bytes from this value on are skipped, because they would make the first letters of the alphabet more likely.
 */
const UNBIASED_BYTE_LIMIT = 256 - (256 % CODE_ALPHABET.length);

/** A random purchase code such as `GLD-7K3MQX`; all 481 million codes are equally likely. */
export function createPurchaseCode(ids: Ids): string {
  let letters = '';
  while (letters.length < CODE_LENGTH) {
    for (const byte of Buffer.from(ids.secret(2 * CODE_LENGTH), 'base64url')) {
      if (byte < UNBIASED_BYTE_LIMIT) letters += CODE_ALPHABET[byte % CODE_ALPHABET.length];
    }
  }
  return `GLD-${letters.slice(0, CODE_LENGTH)}`;
}

/** Converts a code as typed by a person to its stored form. */
export function normalisePurchaseCode(typedCode: string): string {
  return typedCode.trim().toUpperCase();
}
