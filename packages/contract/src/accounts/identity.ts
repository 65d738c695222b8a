import { id, idInput, instant } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { z } from '../schema.ts';
import { confirmationPurposes } from './confirmation.ts';
import { ownUser } from './users.ts';

/**
 * A token that a client sends. Every text is accepted, also an empty one, because a wrong token is refused like an
 * unknown one; the maximum size of a body bounds its length.
 */
const tokenInput = z.string({ error: errors.invalid_parameter.text });

/** A session: one signed-in device. */
const session = z.object({
  id,
  device: z.string(),
  current: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant,
});
export type Session = z.infer<typeof session>;

export const identityEndpoints = {
  getAuthConfig: endpoint({
    method: 'GET',
    path: '/api/auth/config',
    summary: 'Configuration for the browser’s authorization request',
    access: 'public',
    status: 200,
    output: z.object({
      authorizationEndpoint: z.string(),
      clientId: z.string(),
      scope: z.string(),
    }),
    errors: ['unavailable'],
    limit: 'general',
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/google',
    summary: 'Exchange the identity provider’s ID token for the product’s own tokens',
    access: 'public',
    body: z.object({ idToken: tokenInput }),
    status: 200,
    output: z.object({
      user: ownUser,
      isNewUser: z.boolean(),
      tokens: z.object({ accessToken: z.string(), refreshToken: z.string() }),
    }),
    errors: ['identity_rejected', 'unavailable'],
    limit: 'signIn',
  }),
  refreshToken: endpoint({
    method: 'POST',
    path: '/api/users/refresh-token',
    summary: 'A new access token for a refresh token; with `rotate` also a new refresh token',
    access: 'public',
    body: z.object({
      uid: idInput,
      refreshToken: tokenInput,
      /** Whether to replace the refresh token. The old token works for 30 s more; any later use ends the session. */
      rotate: z.boolean({ error: errors.invalid_parameter.text }).optional(),
    }),
    status: 200,
    output: z.object({ accessToken: z.string(), refreshToken: z.string().optional() }),
    errors: ['token_invalid'],
    limit: 'signIn',
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/auth/confirm',
    summary:
      'Exchange an ID token of a sign-in at most five minutes old for a confirmation, good once and for one purpose',
    access: 'user',
    body: z.object({
      idToken: tokenInput,
      purpose: z.enum(confirmationPurposes, { error: errors.invalid_parameter.text }),
    }),
    status: 200,
    output: z.object({ confirmation: z.string() }),
    errors: ['identity_rejected', 'unavailable'],
    limit: 'general',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Revoke a refresh token; an unknown or revoked token gets the same answer',
    access: 'public',
    body: z.object({ refreshToken: tokenInput }),
    status: 204,
    output: null,
    errors: [],
    limit: 'general',
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/users/me/sessions',
    summary: 'Signed-in devices',
    access: 'user',
    accountStatus: 'any',
    status: 200,
    output: z.object({ sessions: z.array(session) }),
    errors: [],
    limit: 'general',
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/users/me/sessions',
    summary: 'Sign out every device but this one',
    access: 'user',
    accountStatus: 'any',
    status: 204,
    output: null,
    errors: [],
    limit: 'general',
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/users/me/sessions/:id',
    summary: 'Sign out one device',
    access: 'user',
    accountStatus: 'any',
    params: z.object({ id: idInput }),
    status: 204,
    output: null,
    errors: ['session_not_found'],
    limit: 'general',
  }),
};
