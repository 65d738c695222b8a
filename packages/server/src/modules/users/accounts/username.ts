import { limits } from '@guilda/contract/limits';
import { toUnicodeForm } from '@guilda/contract/unicode-form';

/**
 * Names of Guilda, its pages and its team, which no username may resemble. Names are compared by
 * `skeletonOf` (docs/product/accounts.md).
 */
const reservedWords = [
  'account',
  'accounts',
  'admin',
  'administracao',
  'administrador',
  'administradora',
  'administrator',
  'admins',
  'anonymous',
  'atendimento',
  'categoria',
  'category',
  'community',
  'comunidade',
  'configuracoes',
  'delete',
  'discord',
  'equipe',
  'everyone',
  'feedback',
  'guilda',
  'interacted',
  'logout',
  'moderacao',
  'moderador',
  'moderadora',
  'moderation',
  'moderator',
  'notifications',
  'official',
  'oficial',
  'pagamento',
  'pagamentos',
  'payments',
  'privacidade',
  'transparencia',
  'refreshtoken',
  'removido',
  'search',
  'security',
  'seguranca',
  'service',
  'services',
  'settings',
  'sistema',
  'staff',
  'success',
  'suporte',
  'support',
  'system',
  'termos',
  'undefined',
  'usuario',
  'usuario_removido',
  'webmaster',
  // Properties that every JavaScript object has, such as `constructor` and `__proto__`.
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
];

/** The brand name, which no username may contain. */
const brandName = 'guilda';

/** Words with which a username may neither begin nor end, because they suggest authority. */
const authorityWords = ['admin', 'moderador', 'moderacao', 'moderator'];

/**
 * For each digit, the letter that it looks like. `1` looks like `i` and `l`, which are the same letter in a skeleton.
 */
const lettersOfDigits: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'l',
  2: 'z',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
};

/**
 * Replaces lower-case letters by the letter that they look like: `rn` and `nn` by `m`, `vv` by `w`, `q` by `g`, `i` by
 * `l`, and then `cl` by `d`.
 */
const unifyLookAlikes = (letters: string) =>
  letters
    .replaceAll(/rn|nn/g, 'm')
    .replaceAll('vv', 'w')
    .replaceAll('q', 'g')
    .replaceAll('i', 'l')
    .replaceAll('cl', 'd');

const lettersAndDigitsOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * The skeleton of a name: its letters with look-alike characters unified. Two names with the same skeleton can be
 * mistaken for each other.
 */
export function skeletonOf(name: string): string {
  return unifyLookAlikes(
    lettersAndDigitsOf(name).replace(/\d/g, (digit) => lettersOfDigits[digit] ?? ''),
  );
}

/**
 * The possible skeletons of a name, to compare with the reserved words. A digit may stand for a letter or for nothing.
 * Digits at the beginning and the end of the name are tried in each combination, so that `5uporte24` is recognised as
 * `suporte`.
 */
function possibleSkeletons(name: string): readonly string[] {
  const characters = lettersAndDigitsOf(name);
  const firstLetterIndex = characters.search(/[a-z]/);
  const digitsIndex = characters.search(/\d*$/);
  const trimmedNames = Array.from({ length: firstLetterIndex + 1 }, (_, start) =>
    Array.from({ length: characters.length - digitsIndex + 1 }, (_, extraLength) =>
      characters.slice(start, digitsIndex + extraLength),
    ),
  );
  return [...trimmedNames.flat().map(skeletonOf), unifyLookAlikes(characters.replace(/\d/g, ''))];
}

/** The skeletons of the reserved words. */
export const reservedSkeletons = [...new Set(reservedWords.map(skeletonOf))];
/** The skeleton of the brand name. */
export const brandSkeleton = skeletonOf(brandName);
const reservedPattern = new RegExp(
  [
    brandSkeleton,
    ...authorityWords.map(skeletonOf).flatMap((word) => [`^${word}`, `${word}$`]),
    `^(?:${reservedSkeletons.join('|')})+$`,
  ].join('|'),
);

/**
 * Whether a name could be mistaken for Guilda, its pages or its administrators: it consists of reserved words in
 * look-alike spelling, contains the brand name, looks like one of `teamNames`, or has no letter.
 */
export function isReservedUsername(name: string, teamNames: readonly string[] = []): boolean {
  if (!/[a-z]/i.test(name)) return true;
  const skeleton = skeletonOf(name);
  return (
    possibleSkeletons(name).some((possibleSkeleton) => reservedPattern.test(possibleSkeleton)) ||
    teamNames.some((teamName) => skeletonOf(teamName) === skeleton)
  );
}

/** The letters, digits and underscores of a name; letters lose their accents. */
function withoutAccents(name: string): string {
  return toUnicodeForm(name, 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]/g, '');
}

/** Beginning of the username when none can be derived from the person's name. */
const DEFAULT_USERNAME = 'jogador';

export interface UsernameSuggestion {
  /** Display name of the person; null when there is none that may become public. */
  readonly displayName: string | null;
  /** Number of the attempt: 0 tries the name without digits, later attempts append digits. */
  readonly attempt: number;
  /** Six random digits to append. */
  readonly digits: string;
  /** Usernames of all administrators. */
  readonly teamNames: readonly string[];
}

/** Derives a username from a display name. It has 6 to 16 allowed characters and is not reserved. */
export function suggestUsername(suggestion: UsernameSuggestion): string {
  const { displayName, attempt, digits, teamNames } = suggestion;
  const { min, max } = limits.username;
  const base = withoutAccents(displayName ?? '');
  const digitSuffix = digits.slice(0, Math.max(4, min - base.length));
  const wholeName = base.slice(0, max);
  const candidates = [
    ...(attempt === 0 && wholeName.length >= min ? [wholeName] : []),
    `${base.slice(0, max - digitSuffix.length)}${digitSuffix}`,
  ];
  const freeName = candidates.find((candidate) => !isReservedUsername(candidate, teamNames));
  return freeName ?? `${DEFAULT_USERNAME}${digits}`;
}
