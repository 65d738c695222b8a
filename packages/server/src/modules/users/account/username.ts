import { limits } from '@guilda/contract/limits';

/** Names of the product, its pages and its people (`product §3`); compared by their skeletons. */
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

/** Nobody else's name may hold the product's. */
const brand = 'guilda';

/** Beginnings and ends by which names claim authority. */
const authority = ['admin', 'moderador', 'moderacao', 'moderator'];

/** Letters that digits stand for at a glance. `1` is an `i` or an `l`, which are one in a skeleton. */
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

/** One spelling for letters that look alike: `I`, `i` and `l`, `rn` and `m`, `vv` and `w`. */
const alike = (letters: string) =>
  letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('i', 'l');

const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What is left of a name at a glance; two names with the same skeleton pass for each other. */
export function skeletonOf(name: string): string {
  return alike(lettersOf(name).replace(/\d/g, (digit) => lettersOfDigits[digit] ?? ''));
}

/** The skeletons to compare with the reserved words: digits read as letters, and overlooked. */
const readings = (name: string) => [skeletonOf(name), alike(lettersOf(name).replace(/\d/g, ''))];

const reservedSkeletons = [...new Set(reservedWords.map(skeletonOf))];
const brandSkeleton = skeletonOf(brand);
const claims = new RegExp(
  [
    brandSkeleton,
    ...authority.map(skeletonOf).flatMap((word) => [`^${word}`, `${word}$`]),
    `^(?:${reservedSkeletons.join('|')})+$`,
  ].join('|'),
);

/**
 * Whether a name could pass for the product, its pages or its team, or is none to read: reserved words
 * in every look-alike form, alone or strung together, the product's name anywhere, a name that looks
 * like one of `teamNames`, and one without a letter.
 */
export function isReservedUsername(name: string, teamNames: readonly string[] = []): boolean {
  if (!/[a-z]/i.test(name)) return true;
  const skeleton = skeletonOf(name);
  return (
    readings(name).some((reading) => claims.test(reading)) ||
    teamNames.some((taken) => skeletonOf(taken) === skeleton)
  );
}

/** Letters and digits of a name, without accents. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]/g, '');
}

/** What somebody is called whose name makes no username: it says nothing of them. */
const NEUTRAL = 'jogador';

export interface Suggestion {
  /** Null where nothing is known that may become public. */
  readonly displayName: string | null;
  /** 0 is the name itself where it fits; later attempts carry digits, so that a taken name finds another. */
  readonly attempt: number;
  /** Six random digits. */
  readonly digits: string;
  /** Usernames of the team. */
  readonly teamNames: readonly string[];
}

/** A free-looking username made from a display name: 6 to 16 allowed characters, never a reserved one. */
export function suggestUsername(suggestion: Suggestion): string {
  const { displayName, attempt, digits, teamNames } = suggestion;
  const { min, max } = limits.username;
  const base = plain(displayName ?? '');
  const tail = digits.slice(0, Math.max(4, min - base.length));
  const whole = base.slice(0, max);
  const candidates = [
    ...(attempt === 0 && whole.length >= min ? [whole] : []),
    `${base.slice(0, max - tail.length)}${tail}`,
  ];
  const free = candidates.find((candidate) => !isReservedUsername(candidate, teamNames));
  return free ?? `${NEUTRAL}${digits}`;
}
