import type { Ids } from '../../../ports/ids.ts';

/** Without characters that look alike, and without vowels, so that no code spells a word. */
const CODE_ALPHABET = '23456789BCDFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 6;
/** Bytes from this value on are skipped: they would favour the first letters of the alphabet. */
const UNBIASED_BYTE_LIMIT = 256 - (256 % CODE_ALPHABET.length);

/** A random purchase code such as `GLD-7K3MQX`, one of 481 million, each equally likely. */
export function createPurchaseCode(ids: Ids): string {
  let letters = '';
  while (letters.length < CODE_LENGTH) {
    for (const byte of Buffer.from(ids.secret(2 * CODE_LENGTH), 'base64url')) {
      if (byte < UNBIASED_BYTE_LIMIT) letters += CODE_ALPHABET[byte % CODE_ALPHABET.length];
    }
  }
  return `GLD-${letters.slice(0, CODE_LENGTH)}`;
}

/** The stored form of a code that a person typed. */
export function normalisePurchaseCode(typed: string): string {
  return typed.trim().toUpperCase();
}
