import { brandSkeleton, skeletonOf } from './username.ts';

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
    ...['adm', 'admin', 'administracao', 'administrador', 'administradora', 'administrator'],
    ...['ajuda', 'atendimento', 'bot', 'brasil', 'central', 'cobranca', 'equipe', 'financeiro'],
    ...['help', 'mod', 'moderacao', 'moderador', 'moderadora', 'moderator', 'oficial', 'official'],
    ...['pagamento', 'pagamentos', 'reembolso', 'sac', 'saque', 'saques', 'seguranca', 'security'],
    ...['sistema', 'staff', 'suporte', 'support', 'system', 'team', 'time', 'verificacao'],
  ].map(skeletonOf),
);

/**
 * Whether a display name claims to be Guilda itself or its team, in any look-alike form: it consists of the brand name,
 * beside which only digits may stand, or has the brand name and one of {@link teamWords}.
 */
function claimsToBeGuilda(displayName: string): boolean {
  const characters = displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const skeletons = Array.from(characters, latinLetterOf)
    .join('')
    .split(/[^a-z0-9]+/)
    .filter((word) => /[a-z]/.test(word))
    .map(skeletonOf);
  const whole = skeletons.join('');
  return (
    whole.includes(brandSkeleton) &&
    (whole === brandSkeleton || skeletons.some((skeleton) => teamWords.has(skeleton)))
  );
}

/** The display name that others see: null, so that the username is shown, for a person who poses as the team. */
export const publicDisplayName = (
  displayName: string | null,
  role: 'user' | 'admin',
): string | null =>
  displayName !== null && role === 'user' && claimsToBeGuilda(displayName) ? null : displayName;
