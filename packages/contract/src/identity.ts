import { id, idInput, instant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { z } from './schema.ts';
import { ownUser } from './users.ts';

const opaque = (max: number) => z.string({ error: errors.invalid_parameter.text }).min(1).max(max);

/** A device that is signed in. */
export const session = z.object({
  id,
  device: z.string(),
  current: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant,
});
export type Session = z.infer<typeof session>;

export const identityEndpoints = {
  authConfig: endpoint({
    method: 'GET',
    path: '/api/auth/config',
    summary: 'What the browser needs to open the identity provider’s window',
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
    summary: 'Exchange the identity provider’s ID token for the product’s own tokens (spec §7)',
    access: 'public',
    body: z.object({ idToken: opaque(16_384) }),
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
    summary:
      'A new access token for a refresh token (spec §7), and with `rotate` a new one of both',
    access: 'public',
    body: z.object({
      uid: idInput,
      refreshToken: opaque(512),
      /** Replaces the refresh token: for 30 s the old one still gives the same answer, then it ends the session. */
      rotate: z.boolean({ error: errors.invalid_parameter.text }).optional(),
    }),
    status: 200,
    output: z.object({ accessToken: z.string(), refreshToken: z.string().optional() }),
    errors: ['token_invalid'],
    limit: 'signIn',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Revoke a refresh token; a token unknown or already revoked answers the same',
    access: 'public',
    body: z.object({ refreshToken: opaque(512) }),
    status: 204,
    output: null,
    errors: [],
    limit: 'general',
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/users/me/sessions',
    summary: 'The devices that are signed in',
    access: 'user',
    standing: 'any',
    status: 200,
    output: z.object({ sessions: z.array(session) }),
    errors: [],
    limit: 'general',
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/users/me/sessions',
    summary: 'Sign every device out but this one',
    access: 'user',
    standing: 'any',
    status: 204,
    output: null,
    errors: [],
    limit: 'general',
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/users/me/sessions/:id',
    summary: 'Sign a device out',
    access: 'user',
    standing: 'any',
    params: z.object({ id: idInput }),
    status: 204,
    output: null,
    errors: ['session_not_found'],
    limit: 'general',
  }),
};
