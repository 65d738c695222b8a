import { z } from 'zod';

/** The characters before a check digit have the weights 2 to 9 from right to left; after 9, the weights repeat. */
const MAX_WEIGHT = 9;
const MIN_WEIGHT = 2;

/** Digits count as their own value, and letters as their ASCII code minus 48 (Instrução Normativa RFB 2.229/2024). */
const characterValue = (character: string) => character.charCodeAt(0) - 48;

/** The check digit after `characters`, modulo 11. */
function checkDigit(characters: string): number {
  const values = [...characters].map(characterValue).toReversed();
  const weightCount = MAX_WEIGHT - MIN_WEIGHT + 1;
  const sum = values.reduce(
    (total, value, index) => total + value * (MIN_WEIGHT + (index % weightCount)),
    0,
  );
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

function hasCheckDigits(cnpj: string): boolean {
  const body = cnpj.slice(0, 12);
  const firstDigit = checkDigit(body);
  return cnpj.slice(12) === `${firstDigit}${checkDigit(`${body}${firstDigit}`)}`;
}

/** Whether all characters are equal; such a number passes the check digits but is never assigned. */
const isUniform = (cnpj: string) => new Set(cnpj).size === 1;

/**
 * Schema of a CNPJ, with or without dots, slash and dash. It consists of digits or, in numbers assigned since 2026,
 * letters and digits; the output is `12.ABC.345/01DE-35`.
 */
export const cnpjText = z
  .string()
  .transform((text) => text.replace(/[\s./-]/g, '').toUpperCase())
  .refine(
    (cnpj) => /^[0-9A-Z]{12}\d{2}$/.test(cnpj) && !isUniform(cnpj) && hasCheckDigits(cnpj),
    'não é um CNPJ: confira os números',
  )
  .transform((cnpj) => cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5'));
