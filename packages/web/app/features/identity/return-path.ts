/** Session storage key of the page to return to after signing in; it survives the full redirect to the provider. */
const RETURN_PATH_KEY = 'guilda-return';

/** Returns the path if it belongs to this site and is not the login page, otherwise `/`; prevents open redirects. */
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
    // Storage is unavailable: the person is sent to `/` after signing in.
  }
}

/** The page to return to after signing in. */
export function readReturnPath(): string {
  try {
    return safeReturnPath(sessionStorage.getItem(RETURN_PATH_KEY));
  } catch {
    return '/';
  }
}

/** How the current document was opened. */
export interface DocumentReferrer {
  /** URL that the document was loaded from. */
  readonly documentUrl: string;
  /** URL of the page whose link opened the document; empty if there was none. */
  readonly referrer: string;
}

/**
 * The page of this site on which a link opened `/login` by a full page load, as links do before hydration; null if the
 * login page was opened in another way.
 */
export function referrerOnSite({ documentUrl, referrer }: DocumentReferrer): URL | null {
  if (referrer === '') return null;
  const [current, before] = [new URL(documentUrl), new URL(referrer)];
  const isFromPlainLink = current.pathname === '/login' && current.origin === before.origin;
  return isFromPlainLink && safeReturnPath(before.pathname) !== '/' ? before : null;
}

/** Stores the page found by `referrerOnSite` as the page to return to after signing in, unless it is stored already. */
export function storeReferrerPath(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  const { referrer } = document;
  const page = navigation && referrerOnSite({ documentUrl: navigation.name, referrer });
  if (!page) return;
  const storedPath = readReturnPath().replace(/#.*$/, '');
  if (storedPath !== page.pathname + page.search) storeReturnPath(page);
}
