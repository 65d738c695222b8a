/** Kinds of keys that the Brazilian instant payment system knows. */
export const pixKeyKinds = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const;
export type PixKeyKind = (typeof pixKeyKinds)[number];

export interface PixKey {
  readonly kind: PixKeyKind;
  /** In the form the central bank's directory keeps it in. */
  readonly key: string;
}

/** Area codes in use; a mobile number is one of these and nine digits that begin with a nine. */
const AREA = '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])';
const mobile = new RegExp(`^${AREA}9\\d{8}$`);

/** UTF-16 units of an e-mail key at most. */
const EMAIL_LENGTH = 77;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const email = new RegExp(`^[a-z0-9.!#$&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})+$`);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const cpfForm = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;
const cnpjForm = /^(?:[0-9A-Z]{12}\d{2}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2})$/;
/** What people write between the digits of a phone number; never enough to hide a letter. */
const phoneForm = /^\+?[\d\s().-]+$/;

/**
 * The check digit of `text`: modulo 11 with weights that rise from 2 on the right and begin again
 * after `heaviest`. A letter counts as its ASCII code less 48, a digit thus as itself.
 */
function checkDigit(text: string, heaviest: number): number {
  let weight = 2;
  let sum = 0;
  for (const sign of [...text].reverse()) {
    sum += (sign.charCodeAt(0) - 48) * weight;
    weight = weight === heaviest ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** Whether the last two characters are the check digits of what precedes them. */
function checks(text: string, heaviest: number): boolean {
  // One digit all along passes the sum, yet nobody was ever given such a number.
  if (/^(.)\1+$/.test(text)) return false;
  const base = text.slice(0, -2);
  const first = checkDigit(base, heaviest);
  return text === `${base}${first}${checkDigit(`${base}${first}`, heaviest)}`;
}

function parseCnpj(typed: string): PixKey | null {
  const text = typed.toUpperCase();
  if (!cnpjForm.test(text)) return null;
  const key = text.replace(/[./-]/g, '');
  return checks(key, 9) ? { kind: 'cnpj', key } : null;
}

function parsePhone(text: string): PixKey | null {
  if (!phoneForm.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  // Without the sign in front, 55 is a country only when a whole number follows it.
  const abroad = text.startsWith('+') || digits.length > 11;
  if (abroad && !digits.startsWith('55')) return null;
  const number = abroad ? digits.slice(2) : digits;
  return mobile.test(number) ? { kind: 'phone', key: `+55${number}` } : null;
}

function parseCpf(text: string): PixKey | null {
  const key = cpfForm.test(text) ? text.replace(/\D/g, '') : text;
  return /^\d{11}$/.test(key) && checks(key, 11) ? { kind: 'cpf', key } : null;
}

function parseEmail(typed: string): PixKey | null {
  const key = typed.toLowerCase();
  return key.length <= EMAIL_LENGTH && email.test(key) ? { kind: 'email', key } : null;
}

/**
 * A Pix key as a person types it → its kind and its form in the central bank's directory, or null
 * when the text is none: CPF and CNPJ bare and in capitals (letters included, as new CNPJs have
 * them), e-mail in small letters and at most 77 characters, mobile phone as `+55` with area code,
 * random key as a UUID in small letters. Eleven bare digits are a CPF when their check digits hold,
 * else a phone; punctuation settles what they are.
 */
export function parsePixKey(typed: string): PixKey | null {
  const text = typed.trim();
  // Some letters elsewhere in Unicode turn into ASCII ones when their case changes.
  if (!/^[\x20-\x7e]+$/.test(text)) return null;
  if (text.includes('@')) return parseEmail(text);
  if (uuid.test(text.toLowerCase())) return { kind: 'random', key: text.toLowerCase() };
  if (cpfForm.test(text)) return parseCpf(text);
  return parseCpf(text) ?? parseCnpj(text) ?? parsePhone(text);
}
