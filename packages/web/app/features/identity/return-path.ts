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
