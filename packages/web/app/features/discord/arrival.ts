/** How a person comes back from Discord, or to the page without having been there. */
export type Arrival =
  | { readonly kind: 'consent'; readonly code: string; readonly state: string }
  /** They chose not to. */
  | { readonly kind: 'cancelled' }
  /** Discord itself ended it. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'none' };

/** Reads what Discord put into the address (RFC 6749 §4.1.2). */
export function arrivalOf(search: string): Arrival {
  const told = new URLSearchParams(search);
  const error = told.get('error');
  if (error === 'access_denied') return { kind: 'cancelled' };
  if (error !== null) return { kind: 'refused' };
  const [code, state] = [told.get('code'), told.get('state')];
  if (code && state) return { kind: 'consent', code, state };
  return { kind: code || state ? 'refused' : 'none' };
}
