import { toUnicodeForm } from '@guilda/contract/unicode-form';
import { brandSkeleton, reservedSkeletons, skeletonOf } from './username.ts';

/** Characters that look like a Latin letter but do not become it by normalization, by that letter. */
const lookAlikesOfLetters: Readonly<Record<string, string>> = {
  a: 'аαɑᴀ',
  b: 'вβʙ',
  c: 'сϲᴄ',
  d: 'ԁđᴅ',
  e: 'еεєᴇ',
  f: 'ғꜰ',
  g: 'ɡԍɢ',
  h: 'һнʜ',
  i: 'іιıɪ',
  k: 'кκᴋ',
  l: 'ӏł|ʟ',
  m: 'мμᴍ',
  n: 'пηոɴ',
  o: 'оοσøᴏ',
  p: 'рρᴘ',
  r: 'гʀ',
  s: 'ѕꜱ',
  t: 'тτᴛ',
  u: 'υцսᴜ',
  x: 'хχ',
  y: 'уγʏ',
};
const letterOfLookAlike = new Map(
  Object.entries(lookAlikesOfLetters).flatMap(([letter, lookAlikes]) =>
    Array.from(lookAlikes, (lookAlike) => [lookAlike, letter] as const),
  ),
);

/** First code points of the alphabets of letters in circles, in squares and of flags. */
const emblemAlphabets = [0x1f150, 0x1f170, 0x1f1e6];

/** Replaces a character that looks like a Latin letter by that letter. */
function latinLetterOf(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  const alphabet = emblemAlphabets.find((first) => codePoint >= first && codePoint < first + 26);
  if (alphabet !== undefined) return String.fromCodePoint(97 + codePoint - alphabet);
  return letterOfLookAlike.get(character) ?? character;
}

/** Words that, beside the brand name, make a display name that of Guilda's team. */
const teamWords = new Set(
  [
    ...['adm', 'admin', 'admins', 'administracao', 'administrador', 'administradora'],
    ...['administrator', 'ajuda', 'atendimento', 'cobranca', 'equipe', 'financeiro', 'help'],
    ...['moderacao', 'moderador', 'moderadora', 'moderadores', 'moderation', 'moderator'],
    ...['oficial', 'official', 'pagamento', 'pagamentos', 'reembolso', 'sac', 'saque', 'saques'],
    ...['seguranca', 'security', 'sistema', 'staff', 'suporte', 'support', 'system'],
    ...['verificacao'],
  ].map(skeletonOf),
);

/** Skeletons of names that consist of the brand name, words of Guilda, its pages and its team, and `da`, `do`, `de`. */
const officialPattern = new RegExp(
  `^(?:${[brandSkeleton, ...reservedSkeletons, ...teamWords, 'team', 'time'].join('|')}|d[aeo]s?)*$`,
);

/** The skeletons of the words of a display name, without digits at the end of a word and words of digits alone. */
const wordSkeletonsOf = (displayName: string): string[] =>
  Array.from(
    toUnicodeForm(displayName, 'NFKD')
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .toLowerCase(),
    latinLetterOf,
  )
    .join('')
    .split(/[^a-z0-9]+/)
    .filter((word) => /[a-z]/.test(word))
    .map((word) => skeletonOf(word.replace(/(?<=[a-z]{2})\d+$/, '')));

/**
 * Whether a display name claims to be Guilda itself or its team, in any look-alike form: it has the brand name, and
 * either one of {@link teamWords} or no word that is not official.
 */
function claimsToBeGuilda(displayName: string): boolean {
  const skeletons = wordSkeletonsOf(displayName);
  const joined = skeletons.join('');
  const isSpelledOut = skeletons.every(({ length }) => length === 1);
  const hasBrand = (isSpelledOut ? [joined] : skeletons).some((word) =>
    word.includes(brandSkeleton),
  );
  return (
    hasBrand &&
    (officialPattern.test(joined) || skeletons.some((skeleton) => teamWords.has(skeleton)))
  );
}

/** The display name that others see: null, so that the username is shown, for a person who poses as the team. */
export const publicDisplayName = (
  displayName: string | null,
  role: 'user' | 'admin',
): string | null =>
  displayName !== null && role === 'user' && claimsToBeGuilda(displayName) ? null : displayName;
