import type { Ids } from '../../ports/ids.ts';

/** No letter or digit that looks like another, and no vowel, so that no code spells a word. */
const ALPHABET = '23456789BCDFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;
/** Bytes from here on would make the first letters of the alphabet likelier than the others. */
const FAIR = 256 - (256 % ALPHABET.length);

/** A purchase code such as `GLD-7K3MQX`: short, readable, one of 481 million, each equally likely. */
export function newPurchaseCode(ids: Ids): string {
  let letters = '';
  while (letters.length < LENGTH) {
    for (const byte of Buffer.from(ids.secret(2 * LENGTH), 'base64url')) {
      if (byte < FAIR) letters += ALPHABET[byte % ALPHABET.length];
    }
  }
  return `GLD-${letters.slice(0, LENGTH)}`;
}

/** The code as stored, however a person typed it. */
export function normalisePurchaseCode(typed: string): string {
  return typed.trim().toUpperCase();
}
