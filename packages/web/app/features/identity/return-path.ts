/** Session storage key of the page to return to; survives the full redirect to the provider. */
const RETURN_PATH_KEY = 'guilda-return';

/** The path if it belongs to this site and is not the login, otherwise `/`: prevents open redirects. */
export function safeReturnPath(path: string | null): string {
  if (path === null || !/^\/(?![/\\])[^\s\\]*$/.test(path)) return '/';
  return /^\/login(?=[/?#]|$)/.test(path) ? '/' : path;
}

/** Stores path, query and hash of the page to return to after signing in; `/` is the default. */
export function storeReturnPath(page: { pathname: string; search: string; hash: string }): void {
  const path = safeReturnPath(page.pathname + page.search + page.hash);
  try {
    if (path === '/') sessionStorage.removeItem(RETURN_PATH_KEY);
    else sessionStorage.setItem(RETURN_PATH_KEY, path);
  } catch {
    // Storage is unavailable: signing in leads to `/`.
  }
}

/** Where to go after signing in. */
export function readReturnPath(): string {
  try {
    return safeReturnPath(sessionStorage.getItem(RETURN_PATH_KEY));
  } catch {
    return '/';
  }
}

/** How the document was opened. */
export interface DocumentReferrer {
  /** The address the document was loaded from. */
  readonly loaded: string;
  /** URL of the page with the link that led here; empty without one. */
  readonly referrer: string;
}

/**
 * The page of this site whose plain link led to `/login` before hydration; null for any other way here.
 */
export function referrerOnSite({ loaded, referrer }: DocumentReferrer): URL | null {
  if (referrer === '') return null;
  const [here, before] = [new URL(loaded), new URL(referrer)];
  const straight = here.pathname === '/login' && here.origin === before.origin;
  return straight && safeReturnPath(before.pathname) !== '/' ? before : null;
}

/** Stores the page whose plain link led to `/login`, unless that page has done so itself. */
export function storeReferrerPath(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  const { referrer } = document;
  const page = navigation && referrerOnSite({ loaded: navigation.name, referrer });
  if (!page) return;
  const known = readReturnPath().replace(/#.*$/, '');
  if (known !== page.pathname + page.search) storeReturnPath(page);
}
