import { createHash, randomBytes } from 'node:crypto';
import type { DiscordResponse, DiscordState, ReceivedDiscordRequest } from './discord-types.ts';

const oauthRefusal = (status: number, error: string): DiscordResponse => ({
  status,
  body: { error },
});

function isClientProven(state: DiscordState, { headers }: ReceivedDiscordRequest): boolean {
  const { clientId, clientSecret } = state.setup;
  const expectedCredentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return headers.authorization === `Basic ${expectedCredentials}`;
}

const pkceChallengeOf = (verifier: unknown) =>
  createHash('sha256').update(`${verifier}`).digest('base64url');

function grantTokens(state: DiscordState, discordId: string, tokenFields: object): DiscordResponse {
  const accessToken = randomBytes(16).toString('base64url');
  state.tokens.set(accessToken, discordId);
  const body = { access_token: accessToken, token_type: 'Bearer', expires_in: 604_800 };
  return { status: 200, body: { ...body, scope: 'identify', ...tokenFields } };
}

function exchangeToken(state: DiscordState, body: ReceivedDiscordRequest['body']): DiscordResponse {
  if (body?.['grant_type'] === 'client_credentials' && body['scope'] === 'identify') {
    return grantTokens(state, state.ownerId, {});
  }
  if (body?.['grant_type'] !== 'authorization_code')
    return oauthRefusal(400, 'unsupported_grant_type');
  const code = `${body['code']}`;
  const consent = state.codes.get(code);
  state.codes.delete(code);
  const isGrantValid =
    consent?.redirectUri === body['redirect_uri'] &&
    consent?.challenge === pkceChallengeOf(body['code_verifier']);
  if (!consent || !isGrantValid) return oauthRefusal(400, 'invalid_grant');
  return grantTokens(state, consent.discordId, { refresh_token: randomBytes(9).toString('hex') });
}

/** OAuth2 endpoints of the fake Discord (RFC 6749, RFC 7009). */
export function answerOAuth(state: DiscordState, request: ReceivedDiscordRequest): DiscordResponse {
  const { method, path, headers, body } = request;
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  if (method !== 'POST' || !isForm) return oauthRefusal(400, 'invalid_request');
  if (!isClientProven(state, request)) return oauthRefusal(401, 'invalid_client');
  if (path === '/oauth2/token') return exchangeToken(state, body);
  if (path !== '/oauth2/token/revoke') return { status: 404, body: { message: '404', code: 0 } };
  // All tokens of one consent are revoked together.
  const ownerId = state.tokens.get(`${body?.['token']}`);
  for (const [token, id] of state.tokens) if (id === ownerId) state.tokens.delete(token);
  return { status: 200, body: {} };
}
