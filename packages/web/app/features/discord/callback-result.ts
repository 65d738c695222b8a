/** Result in the URL of `/discord/callback`; `none` when the page was opened directly. */
export type CallbackResult =
  | { readonly kind: 'consent'; readonly code: string; readonly state: string }
  /** The person declined the consent. */
  | { readonly kind: 'cancelled' }
  /** Discord reported an error. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'none' };

/** Parses the query of Discord's redirect (RFC 6749 §4.1.2). */
export function parseCallback(searchString: string): CallbackResult {
  const params = new URLSearchParams(searchString);
  const error = params.get('error');
  if (error === 'access_denied') return { kind: 'cancelled' };
  if (error !== null) return { kind: 'refused' };
  const [code, state] = [params.get('code'), params.get('state')];
  if (code && state) return { kind: 'consent', code, state };
  return { kind: code || state ? 'refused' : 'none' };
}
