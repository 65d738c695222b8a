/** Kinds of keys of Pix, the Brazilian instant payment system. */
export const pixKeyKinds = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const;
export type PixKeyKind = (typeof pixKeyKinds)[number];

export interface PixKey {
  readonly kind: PixKeyKind;
  /** The key in the format of the central bank's directory. */
  readonly key: string;
}

/**
 * Pattern of the area codes that are in use. A mobile number is an area code followed by nine digits, of which the
 * first is 9.
 */
const AREA_CODE_PATTERN =
  '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])';
const mobilePattern = new RegExp(`^${AREA_CODE_PATTERN}9\\d{8}$`);

/** Maximum length of an e-mail address that is a Pix key, in characters. */
const MAX_EMAIL_LENGTH = 77;
const domainLabelPattern = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const emailPattern = new RegExp(
  `^[a-z0-9.!#$&'*+/=?^_\`{|}~-]+@${domainLabelPattern}(?:\\.${domainLabelPattern})+$`,
);
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const cpfPattern = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;
const cnpjPattern =
  /^(?:[0-9A-Z]{12}\d{2}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2})$/;
/** The characters that a typed phone number may contain. */
const phoneCharactersPattern = /^\+?[\d\s().-]+$/;

/**
 * Check digit of `text`: modulo 11, with weights that rise from 2 at the right end up to `highestWeight` and then start
 * again at 2. The value of a letter is its ASCII code minus 48, as the CNPJ with letters requires.
 */
function computeCheckDigit(text: string, highestWeight: number): number {
  let weight = 2;
  let sum = 0;
  for (const character of [...text].reverse()) {
    sum += (character.charCodeAt(0) - 48) * weight;
    weight = weight === highestWeight ? 2 : weight + 1;
  }
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

/** Whether the last two characters of `text` are its correct check digits. */
function hasValidCheckDigits(text: string, highestWeight: number): boolean {
  // A number that repeats one digit has valid check digits, but is never issued.
  if (/^(.)\1+$/.test(text)) return false;
  const base = text.slice(0, -2);
  const firstDigit = computeCheckDigit(base, highestWeight);
  return text === `${base}${firstDigit}${computeCheckDigit(`${base}${firstDigit}`, highestWeight)}`;
}

function parseCnpj(typedText: string): PixKey | null {
  const text = typedText.toUpperCase();
  if (!cnpjPattern.test(text)) return null;
  const key = text.replace(/[./-]/g, '');
  return hasValidCheckDigits(key, 9) ? { kind: 'cnpj', key } : null;
}

function parsePhone(text: string): PixKey | null {
  if (!phoneCharactersPattern.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  // Without a `+`, a leading 55 is the country code only if a complete number follows; else it is an area code.
  const hasCountryCode = text.startsWith('+') || digits.length > 11;
  if (hasCountryCode && !digits.startsWith('55')) return null;
  const number = hasCountryCode ? digits.slice(2) : digits;
  return mobilePattern.test(number) ? { kind: 'phone', key: `+55${number}` } : null;
}

/** The eleven digits of a CPF with or without its usual punctuation; null when its check digits are wrong. */
export function parseCpf(text: string): string | null {
  const cpf = cpfPattern.test(text) ? text.replace(/\D/g, '') : text;
  return /^\d{11}$/.test(cpf) && hasValidCheckDigits(cpf, 11) ? cpf : null;
}

function parseCpfKey(text: string): PixKey | null {
  const key = parseCpf(text);
  return key === null ? null : { kind: 'cpf', key };
}

function parseEmail(typedText: string): PixKey | null {
  const key = typedText.toLowerCase();
  return key.length <= MAX_EMAIL_LENGTH && emailPattern.test(key) ? { kind: 'email', key } : null;
}

/**
 * Parses a Pix key as typed into its kind and directory format; null when the text is not a key. CPF and CNPJ lose
 * their punctuation (CNPJ in upper case), an e-mail address is in lower case with at most 77 characters, a mobile phone
 * number becomes `+55` with area code, a random key is a lower-case UUID. Eleven digits without punctuation are a CPF
 * when the check digits are valid, else a phone number; punctuation makes the kind explicit.
 */
export function parsePixKey(typedText: string): PixKey | null {
  const text = typedText.trim();
  // Text with non-ASCII characters is refused here, because a change of case turns some of them into ASCII letters.
  if (!/^[\x20-\x7e]+$/.test(text)) return null;
  if (text.includes('@')) return parseEmail(text);
  if (uuidPattern.test(text.toLowerCase())) return { kind: 'random', key: text.toLowerCase() };
  if (cpfPattern.test(text)) return parseCpfKey(text);
  return parseCpfKey(text) ?? parseCnpj(text) ?? parsePhone(text);
}
