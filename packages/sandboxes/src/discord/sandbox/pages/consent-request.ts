import { z } from 'zod';

const authorizeQuery = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.string().optional(),
  scope: z.string().optional(),
  state: z.string().max(500).optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
});

/** Parameters of an OAuth authorization request. */
export interface AuthorizeRequest {
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string | null;
  /** PKCE challenge (S256); null for a request without one. */
  readonly challenge: string | null;
}

export type AuthorizeRequestOutcome =
  | { readonly kind: 'valid'; readonly request: AuthorizeRequest }
  /** An error that is returned to the application, which has to fix its request. */
  | { readonly kind: 'invalid'; readonly error: string; readonly state: string | null }
  /** An error that is shown to the person: the client is unknown, or its redirect URI is not registered. */
  | { readonly kind: 'foreign' };

function findOauthError(query: z.output<typeof authorizeQuery>): string | null {
  if (query.response_type !== 'code') return 'unsupported_response_type';
  if (query.scope !== 'identify') return 'invalid_scope';
  const { code_challenge: challenge, code_challenge_method: method } = query;
  if (challenge === undefined && method === undefined) return null;
  const isValid = method === 'S256' && /^[\w-]{43}$/.test(challenge ?? '');
  return isValid ? null : 'invalid_request';
}

/**
 * Parses the query of the consent page; a request with another client or redirect URI than those of `application` is
 * `foreign`.
 */
export function parseAuthorizeRequest(
  query: unknown,
  application: { readonly clientId: string; readonly redirectUri: string },
): AuthorizeRequestOutcome {
  const { data } = authorizeQuery.safeParse(query);
  if (data?.client_id !== application.clientId || data.redirect_uri !== application.redirectUri)
    return { kind: 'foreign' };
  const { state = null, scope = '', code_challenge: challenge = null } = data;
  const error = findOauthError(data);
  if (error) return { kind: 'invalid', error, state };
  return {
    kind: 'valid',
    request: { redirectUri: application.redirectUri, scope, state, challenge },
  };
}

/** The URL that returns to Guilda with the outcome and the `state` of the request. */
export function buildReturnUrl(
  redirectUri: string,
  state: string | null,
  outcome: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(outcome)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set('state', state);
  return url.href;
}
