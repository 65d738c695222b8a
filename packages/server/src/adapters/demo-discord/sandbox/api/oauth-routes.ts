import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Access, TOKEN_SECONDS, type TokenPair } from '../store/grants.ts';
import { same } from './answers.ts';
import type { Parts } from './parts.ts';

const formType = 'application/x-www-form-urlencoded';

/** OAuth2's own way to refuse (RFC 6749 §5.2). */
function refuseGrant(reply: FastifyReply, error: string, description?: string) {
  return reply
    .code(error === 'invalid_client' ? 401 : 400)
    .send({ error, ...(description ? { error_description: description } : {}) });
}

/** The application that asks, by Basic authentication or by its fields. */
function isOurs({ identity }: Parts, { headers }: FastifyRequest, form: URLSearchParams): boolean {
  const basic = /^Basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  // Both halves are encoded as in a form (RFC 6749 §2.3.1), which changes nothing of ours.
  const [id = '', secret = ''] = basic
    ? Buffer.from(basic, 'base64').toString().split(':')
    : [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
  return same(id, identity.clientId) && same(secret, identity.clientSecret);
}

const proves = (verifier: string | null, challenge: string): boolean =>
  verifier !== null &&
  /^[\w.~-]{43,128}$/.test(verifier) &&
  createHash('sha256').update(verifier).digest('base64url') === challenge;

/** The two OAuth2 endpoints; they take forms alone, as the RFCs have it. */
export async function oauthRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(formType, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(body)),
  );
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null, null);
  });

  app.post('/oauth2/token', async (request, reply) => {
    const form = request.body;
    if (!(form instanceof URLSearchParams)) return refuseGrant(reply, 'invalid_request');
    if (!isOurs(parts, request, form)) return refuseGrant(reply, 'invalid_client');
    reply.header('cache-control', 'no-store');
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return exchange(parts, reply, form);
      case 'client_credentials':
        return ownToken(parts, reply, form);
      default:
        return refuseGrant(reply, 'unsupported_grant_type');
    }
  });

  app.post('/oauth2/token/revoke', async (request, reply) => {
    const form = request.body;
    if (!(form instanceof URLSearchParams)) return refuseGrant(reply, 'invalid_request');
    if (!isOurs(parts, request, form)) return refuseGrant(reply, 'invalid_client');
    const token = form.get('token');
    if (!token) return refuseGrant(reply, 'invalid_request');
    // One that is unknown is as good as revoked (RFC 7009 §2.2).
    await parts.grants.revoke(token);
    return {};
  });
}

function tokenAnswer({ accessToken, refreshToken }: TokenPair, { scope }: Access) {
  return {
    token_type: 'Bearer',
    access_token: accessToken,
    expires_in: TOKEN_SECONDS,
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    scope,
  };
}

/** A code for tokens: once, for the same redirect, and with the proof its request promised. */
async function exchange({ grants }: Parts, reply: FastifyReply, form: URLSearchParams) {
  const code = form.get('code');
  if (!code) return refuseGrant(reply, 'invalid_request', 'Missing "code" in request.');
  // Whatever is wrong with the rest, a code that was shown is used up.
  const consent = await grants.takeCode(code);
  if (!consent) return refuseGrant(reply, 'invalid_grant', 'Invalid "code" in request.');
  if (form.get('redirect_uri') !== consent.redirectUri)
    return refuseGrant(reply, 'invalid_grant', 'Invalid "redirect_uri" in request.');
  const { challenge } = consent;
  if (challenge !== null && !proves(form.get('code_verifier'), challenge))
    return refuseGrant(reply, 'invalid_grant', 'Invalid "code_verifier" in request.');
  const access = { discordId: consent.discordId, scope: consent.scope };
  return tokenAnswer(await grants.issueTokens(access, { refresh: true }), access);
}

/** The application's own token, which speaks for its owner. */
async function ownToken({ grants, house }: Parts, reply: FastifyReply, form: URLSearchParams) {
  const scope = form.get('scope') ?? 'identify';
  if (scope !== 'identify') return refuseGrant(reply, 'invalid_scope');
  const access = { discordId: house.ownerId, scope };
  return tokenAnswer(await grants.issueTokens(access, { refresh: false }), access);
}
