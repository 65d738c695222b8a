/** Session storage key of the page a person came from; survives the full redirect to the provider. */
const KEY = 'guilda-return';

/** A path of this site that is worth going back to, whatever was asked: never another origin. */
export function safePath(path: string | null): string {
  if (path === null || !/^\/(?![/\\])[^\s\\]*$/.test(path)) return '/';
  return /^\/login(?=[/?#]|$)/.test(path) ? '/' : path;
}

/** Keeps path, query and hash of the page to come back to after signing in; `/` is the default. */
export function rememberReturn(place: { pathname: string; search: string; hash: string }): void {
  const path = safePath(place.pathname + place.search + place.hash);
  try {
    if (path === '/') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, path);
  } catch {
    // Storage is closed: the way back is home.
  }
}

/** Where to go after signing in. */
export function returnPath(): string {
  try {
    return safePath(sessionStorage.getItem(KEY));
  } catch {
    return '/';
  }
}

/** How this document came to be; what a browser's window knows of it. */
export interface Entry {
  /** The address the document was loaded from. */
  readonly loaded: string;
  /** The page whose link led here; empty when there was none. */
  readonly referrer: string;
}

/**
 * The place that a plain link to `/login` was pressed on, before the page could remember it itself;
 * null when the way here was another.
 */
export function placeBefore({ loaded, referrer }: Entry): URL | null {
  if (referrer === '') return null;
  const [here, before] = [new URL(loaded), new URL(referrer)];
  const straight = here.pathname === '/login' && here.origin === before.origin;
  return straight && safePath(before.pathname) !== '/' ? before : null;
}

/** Remembers where a plain link to `/login` was pressed, unless the page has done so. */
export function rememberReferrer(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  const { referrer } = document;
  const place = navigation && placeBefore({ loaded: navigation.name, referrer });
  if (!place) return;
  const known = returnPath().replace(/#.*$/, '');
  if (known !== place.pathname + place.search) rememberReturn(place);
}
