import type { Screen } from '@guilda/contract/analytics';

/** Addresses that are a pattern of their own. */
const plain: ReadonlySet<string> = new Set<Screen>([
  '/',
  '/login',
  '/user/settings',
  '/success',
  '/community',
  '/search',
  '/search/services',
  '/search/users',
  '/sales',
  '/teste',
  '/discord/callback',
  '/admin',
  '/termos',
  '/privacidade',
]);

/** First part of the address and number of parts, of pages about one thing. */
const about: Readonly<Record<string, Screen>> = {
  'category 2': '/category/:category',
  'user 2': '/user/:username',
  'post 2': '/post/:uid',
  'service 2': '/service/:serviceId',
  'pack 2': '/pack/:serviceId',
  'pack 3': '/pack/:paymentId/:serviceId',
};

/** Which page an address is of, without saying of whom or what. */
export function screenOf(pathname: string): Screen {
  const path = pathname.replace(/\/+$/, '') || '/';
  if (plain.has(path)) return path as Screen;
  const parts = path.split('/').slice(1);
  return about[`${parts[0]} ${parts.length}`] ?? 'other';
}
