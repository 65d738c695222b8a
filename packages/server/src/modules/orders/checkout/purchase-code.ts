import type { Ids } from '../../../ports/ids.ts';

/** Without characters that look alike, and without vowels, so that no code spells a word. */
const ALPHABET = '23456789BCDFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;
/** Bytes from this value on are skipped: they would favour the first letters of the alphabet. */
const FAIR = 256 - (256 % ALPHABET.length);

/** A random purchase code such as `GLD-7K3MQX`, one of 481 million, each equally likely. */
export function newPurchaseCode(ids: Ids): string {
  let letters = '';
  while (letters.length < LENGTH) {
    for (const byte of Buffer.from(ids.secret(2 * LENGTH), 'base64url')) {
      if (byte < FAIR) letters += ALPHABET[byte % ALPHABET.length];
    }
  }
  return `GLD-${letters.slice(0, LENGTH)}`;
}

/** The stored form of a code that a person typed. */
export function normalisePurchaseCode(typed: string): string {
  return typed.trim().toUpperCase();
}
