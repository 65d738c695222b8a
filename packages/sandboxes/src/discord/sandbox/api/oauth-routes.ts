import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { secretsEqual } from '../../../shared/requests.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { type AccessTokenOwner, TOKEN_LIFETIME_S, type TokenPair } from '../store/grants.ts';

const FORM_CONTENT_TYPE = 'application/x-www-form-urlencoded';

/** Sends an OAuth2 error answer (RFC 6749 §5.2). */
function sendOauthError(reply: FastifyReply, error: string, description?: string) {
  return reply
    .code(error === 'invalid_client' ? 401 : 400)
    .send({ error, ...(description ? { error_description: description } : {}) });
}

/** Whether the client authenticates as the sandbox's application, by Basic authentication or form fields. */
function isAuthenticClient(
  { identity }: SandboxContext,
  { headers }: FastifyRequest,
  form: URLSearchParams,
): boolean {
  const basicCredentials = /^Basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  // Id and secret are form-encoded (RFC 6749 §2.3.1); those of the sandbox contain no characters that need decoding.
  const [id = '', secret = ''] = basicCredentials
    ? Buffer.from(basicCredentials, 'base64').toString().split(':')
    : [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
  return secretsEqual(id, identity.clientId) && secretsEqual(secret, identity.clientSecret);
}

const matchesPkceChallenge = (verifier: string | null, challenge: string): boolean =>
  verifier !== null &&
  /^[\w.~-]{43,128}$/.test(verifier) &&
  createHash('sha256').update(verifier).digest('base64url') === challenge;

/** The token and revocation endpoints of OAuth2; they accept only forms, as the RFCs require. */
export async function oauthRoutes(app: FastifyInstance, context: SandboxContext): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    FORM_CONTENT_TYPE,
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body)),
  );
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null, null);
  });

  app.post('/oauth2/token', async (request, reply) => {
    const form = request.body;
    if (!(form instanceof URLSearchParams)) return sendOauthError(reply, 'invalid_request');
    if (!isAuthenticClient(context, request, form)) return sendOauthError(reply, 'invalid_client');
    reply.header('cache-control', 'no-store');
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return exchangeCode(context, reply, form);
      case 'client_credentials':
        return issueOwnerToken(context, reply, form);
      default:
        return sendOauthError(reply, 'unsupported_grant_type');
    }
  });

  app.post('/oauth2/token/revoke', async (request, reply) => {
    const form = request.body;
    if (!(form instanceof URLSearchParams)) return sendOauthError(reply, 'invalid_request');
    if (!isAuthenticClient(context, request, form)) return sendOauthError(reply, 'invalid_client');
    const token = form.get('token');
    if (!token) return sendOauthError(reply, 'invalid_request');
    // Revoking an unknown token succeeds (RFC 7009 §2.2).
    await context.grants.revoke(token);
    return {};
  });
}

function tokenResponseBody({ accessToken, refreshToken }: TokenPair, { scope }: AccessTokenOwner) {
  return {
    token_type: 'Bearer',
    access_token: accessToken,
    expires_in: TOKEN_LIFETIME_S,
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    scope,
  };
}

/**
 * Exchanges an authorization code for tokens. A code works once, and only with the redirect URI and the PKCE verifier
 * of its authorization request.
 */
async function exchangeCode(
  { grants }: SandboxContext,
  reply: FastifyReply,
  form: URLSearchParams,
) {
  const code = form.get('code');
  if (!code) return sendOauthError(reply, 'invalid_request', 'Missing "code" in request.');
  // The code is consumed even when other parts of the request are wrong.
  const consent = await grants.consumeCode(code);
  if (!consent) return sendOauthError(reply, 'invalid_grant', 'Invalid "code" in request.');
  if (form.get('redirect_uri') !== consent.redirectUri)
    return sendOauthError(reply, 'invalid_grant', 'Invalid "redirect_uri" in request.');
  const { challenge } = consent;
  if (challenge !== null && !matchesPkceChallenge(form.get('code_verifier'), challenge))
    return sendOauthError(reply, 'invalid_grant', 'Invalid "code_verifier" in request.');
  const owner = { discordId: consent.discordId, scope: consent.scope };
  return tokenResponseBody(await grants.issueTokens(owner, { withRefreshToken: true }), owner);
}

/** Issues a token by client credentials, for the owner of the application. */
async function issueOwnerToken(
  { grants, guild }: SandboxContext,
  reply: FastifyReply,
  form: URLSearchParams,
) {
  const scope = form.get('scope') ?? 'identify';
  if (scope !== 'identify') return sendOauthError(reply, 'invalid_scope');
  const owner = { discordId: guild.ownerId, scope };
  return tokenResponseBody(await grants.issueTokens(owner, { withRefreshToken: false }), owner);
}
