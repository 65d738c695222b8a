import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type DiscordFixture, startDiscordFixture } from '../../../test/peers/discord/fixture.ts';
import { discordError } from '../../../test/peers/discord/peer.ts';

let fixture: DiscordFixture;
beforeAll(async () => {
  fixture = await startDiscordFixture();
});
afterAll(() => fixture?.peer.close());
beforeEach(() => fixture.reset());

const codeVerifier = 'v'.repeat(43);
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
const redirectUri = 'https://guilda.example/discord/callback';
const unavailableResult = { ok: false, code: 'discord_unavailable' };

function grantConsent() {
  const { codes, newId } = fixture.peer.state;
  const discordId = newId();
  const code = `codigo-${discordId}`;
  codes.set(code, { discordId, challenge: codeChallenge, redirectUri });
  return { discordId, authorization: { code, verifier: codeVerifier, redirectUri } };
}

it('puts only public parameters into the address for the consent at Discord', () => {
  const { setup } = fixture.peer.state;
  const url = new URL(
    fixture.accounts().authorizeUrl({ state: 'estado', verifier: codeVerifier, redirectUri }),
  );
  expect(url.origin + url.pathname).toBe('https://discord.example/oauth2/authorize');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    ...{ response_type: 'code', client_id: setup.clientId, scope: 'identify', state: 'estado' },
    ...{ redirect_uri: redirectUri, code_challenge: codeChallenge, code_challenge_method: 'S256' },
    prompt: 'consent',
  });
});

it('gets a token, reads the Discord account once with it, and revokes it', async () => {
  const { discordId, authorization } = grantConsent();
  const { clientId, clientSecret } = fixture.peer.state.setup;
  expect(await fixture.accounts().identify(authorization)).toEqual({
    ok: true,
    value: { discordId },
  });
  const [tokenRequest, identityRequest, revocationRequest] = fixture.peer.requests;
  const basicHeader = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  expect(tokenRequest).toMatchObject({
    path: '/oauth2/token',
    headers: { authorization: basicHeader, 'content-type': 'application/x-www-form-urlencoded' },
    body: {
      grant_type: 'authorization_code',
      code: authorization.code,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
    },
  });
  const bearerHeader = `${identityRequest?.headers.authorization}`;
  expect(bearerHeader).toMatch(/^Bearer \S+$/);
  expect(revocationRequest).toMatchObject({
    path: '/oauth2/token/revoke',
    headers: { authorization: basicHeader },
    body: { token: bearerHeader.slice('Bearer '.length), token_type_hint: 'access_token' },
  });
  expect(fixture.peer.requests).toHaveLength(3);
  expect(fixture.peer.state.tokens.size).toBe(0);
});

it('logs a wrong client secret as an error', async () => {
  const { authorization } = grantConsent();
  const accounts = fixture.accounts();
  fixture.peer.script('/oauth2/token', { status: 401, body: { error: 'invalid_client' } });
  expect(await accounts.identify(authorization)).toEqual(unavailableResult);
  expect(fixture.recordedLog.loggedFailures()).toEqual(['error invalid_client POST /oauth2/token']);
});

it('does not log a wrong authorization code', async () => {
  const { authorization } = grantConsent();
  expect(await fixture.accounts().identify({ ...authorization, code: 'outro' })).toEqual({
    ok: false,
    code: 'discord_link_refused',
  });
  expect(fixture.recordedLog.loggedFailures()).toEqual([]);
});

it.each([
  ['/oauth2/token', 'silent'],
  ['/oauth2/token', { status: 200, body: {} }],
  ['/users/@me', 'silent'],
  ['/users/@me', 'cut_amid'],
  ['/users/@me', { status: 200, body: { id: 'ana' } }],
] as const)(
  'reports Discord as unavailable within the deadline when %s answers with %o',
  async (path, answer) => {
    const { authorization } = grantConsent();
    fixture.peer.script(path, answer);
    expect(await fixture.accounts({ deadlineMs: 1_000 }).identify(authorization)).toEqual(
      unavailableResult,
    );
    expect(fixture.peer.state.tokens.size).toBe(0);
  },
);

it('identifies the account although the revocation of the token gets no answer, and logs no secret', async () => {
  const { discordId, authorization } = grantConsent();
  fixture.peer.script('/revoke', 'silent');
  expect(await fixture.accounts().identify(authorization)).toEqual({
    ok: true,
    value: { discordId },
  });
  fixture.peer.script('/users/@me', discordError(401, 0));
  await fixture.accounts().identify(grantConsent().authorization);
  const [token = ''] = fixture.peer.state.tokens.keys();
  const text = fixture.recordedLog.text();
  expect(text).toContain('timed_out');
  for (const secret of [
    token,
    discordId,
    authorization.code,
    codeVerifier,
    fixture.peer.state.setup.clientSecret,
  ]) {
    expect(text).not.toContain(secret);
  }
  fixture.peer.state.tokens.clear();
});
