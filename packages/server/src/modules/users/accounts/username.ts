import { limits } from '@guilda/contract/limits';

/** Names of the product, its pages and its staff, compared by skeleton (docs/product/accounts.md). */
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
  // What every object of JavaScript has, such as `constructor` and `__proto__`.
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
];

/** No username may contain the product's name. */
const brandName = 'guilda';

/** Prefixes and suffixes that claim authority. */
const authorityWords = ['admin', 'moderador', 'moderacao', 'moderator'];

/** Letters that digits look like. `1` looks like `i` and `l`, which are equal in a skeleton. */
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

/** Maps look-alike letters to one spelling: `I`, `i`, `l`; `rn`, `nn`, `m`; `vv`, `w`; `q`, `g`; `cl`, `d`. */
const unifyLookAlikes = (letters: string) =>
  letters
    .replaceAll(/rn|nn/g, 'm')
    .replaceAll('vv', 'w')
    .replaceAll('q', 'g')
    .replaceAll('i', 'l')
    .replaceAll('cl', 'd');

const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** A name with look-alike characters unified; names with equal skeletons can be mistaken for each other. */
export function skeletonOf(name: string): string {
  return unifyLookAlikes(lettersOf(name).replace(/\d/g, (digit) => lettersOfDigits[digit] ?? ''));
}

/**
 * The skeletons to compare with the reserved words. Digits are read as letters or ignored; at both ends
 * of the name each split between the two is tried, as in `5uporte24`.
 */
function possibleSkeletons(name: string): readonly string[] {
  const letters = lettersOf(name);
  const first = letters.search(/[a-z]/);
  const end = letters.search(/\d*$/);
  const trimmed = Array.from({ length: first + 1 }, (_, from) =>
    Array.from({ length: letters.length - end + 1 }, (_, over) => letters.slice(from, end + over)),
  );
  return [...trimmed.flat().map(skeletonOf), unifyLookAlikes(letters.replace(/\d/g, ''))];
}

const reservedSkeletons = [...new Set(reservedWords.map(skeletonOf))];
const brandSkeleton = skeletonOf(brandName);
const reservedPattern = new RegExp(
  [
    brandSkeleton,
    ...authorityWords.map(skeletonOf).flatMap((word) => [`^${word}`, `${word}$`]),
    `^(?:${reservedSkeletons.join('|')})+$`,
  ].join('|'),
);

/**
 * Whether a name could be mistaken for the product, its pages or its administrators: reserved words in
 * look-alike forms, alone or concatenated, the product's name anywhere, a name that looks like one of
 * `teamNames`, or a name without a letter.
 */
export function isReservedUsername(name: string, teamNames: readonly string[] = []): boolean {
  if (!/[a-z]/i.test(name)) return true;
  const skeleton = skeletonOf(name);
  return (
    possibleSkeletons(name).some((reading) => reservedPattern.test(reading)) ||
    teamNames.some((taken) => skeletonOf(taken) === skeleton)
  );
}

/** Letters and digits of a name, without accents. */
function withoutAccents(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]/g, '');
}

/** Username base for people whose name gives none. */
const DEFAULT_USERNAME = 'jogador';

export interface UsernameSuggestion {
  /** Null when no name is known that may become public. */
  readonly displayName: string | null;
  /** 0 tries the name without digits; later attempts append digits. */
  readonly attempt: number;
  /** Six random digits. */
  readonly digits: string;
  /** Usernames of administrators. */
  readonly teamNames: readonly string[];
}

/** Derives a username from a display name: 6 to 16 allowed characters, never a reserved one. */
export function suggestUsername(suggestion: UsernameSuggestion): string {
  const { displayName, attempt, digits, teamNames } = suggestion;
  const { min, max } = limits.username;
  const base = withoutAccents(displayName ?? '');
  const tail = digits.slice(0, Math.max(4, min - base.length));
  const whole = base.slice(0, max);
  const candidates = [
    ...(attempt === 0 && whole.length >= min ? [whole] : []),
    `${base.slice(0, max - tail.length)}${tail}`,
  ];
  const free = candidates.find((candidate) => !isReservedUsername(candidate, teamNames));
  return free ?? `${DEFAULT_USERNAME}${digits}`;
}
