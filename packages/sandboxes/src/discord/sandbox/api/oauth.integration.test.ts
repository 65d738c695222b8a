import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DiscordSandboxFixture,
  sandboxIdentity,
  startDiscordSandboxFixture,
} from '../../../../../server/test/peers/discord-sandbox-fixture.ts';

const { clientId, clientSecret } = sandboxIdentity;
const codeVerifier = 'v'.repeat(43);
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
const anaDiscordId = '300000000000000001';
const tokenPath = '/sandbox/discord/api/v10/oauth2/token';
const basicAuthorization = (id = clientId, secret = clientSecret) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

let fixture: DiscordSandboxFixture;
beforeAll(async () => {
  fixture = await startDiscordSandboxFixture();
  await fixture.dev('voice', { discordId: anaDiscordId, connected: false });
});
afterAll(() => fixture?.close());

/** Gets an authorization code through the consent page. */
async function createCode(changes: Record<string, string> = {}): Promise<string> {
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: clientId, scope: 'identify' },
    ...{ redirect_uri: fixture.redirectUri, state: 's' },
    ...{ code_challenge: codeChallenge, code_challenge_method: 'S256', ...changes },
  });
  const fields = { conta: anaDiscordId, resposta: 'autorizar' };
  const { headers } = await fixture.form(`/sandbox/discord/oauth2/authorize?${query}`, fields);
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
}

const exchangeCode = (code: string, changes: Record<string, string> = {}, submit = fixture.form) =>
  submit(
    tokenPath,
    {
      ...{ grant_type: 'authorization_code', code, redirect_uri: fixture.redirectUri },
      ...{ code_verifier: codeVerifier, ...changes },
    },
    basicAuthorization(),
  );

const readAccountOf = async (token: unknown) =>
  fixture.api('GET', '/users/@me', undefined, { authorization: `Bearer ${token}` });

const invalidGrantAnswer = { status: 400, body: { error: 'invalid_grant' } };

describe('a code', () => {
  it('is exchanged for tokens of the consenting account, on any node', async () => {
    const { status, body, headers } = await exchangeCode(
      await createCode(),
      {},
      fixture.second.form,
    );
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 604_800, scope: 'identify' },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await readAccountOf(body['access_token'])).body).toMatchObject({ id: anaDiscordId });
    expect((await readAccountOf(body['refresh_token'])).status).toBe(401);
  });

  it('is exchanged once, also concurrently', async () => {
    const code = await createCode();
    const submitters = [fixture.form, fixture.second.form, fixture.form, fixture.second.form];
    const answers = await Promise.all(submitters.map((submit) => exchangeCode(code, {}, submit)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await exchangeCode(code)).toMatchObject(invalidGrantAnswer);
  });

  it.each([
    ['another redirect address', { redirect_uri: 'http://guilda.example/elsewhere' }],
    ['another verifier', { code_verifier: 'w'.repeat(43) }],
    ['the challenge for a verifier', { code_verifier: codeChallenge }],
    ['no verifier', { code_verifier: '' }],
  ])('is used up by %s', async (_what, changes) => {
    const code = await createCode();
    expect(await exchangeCode(code, changes)).toMatchObject(invalidGrantAnswer);
    expect(await exchangeCode(code)).toMatchObject(invalidGrantAnswer);
  });

  it('is valid for ten minutes', async () => {
    const [young, old] = [await createCode(), await createCode()];
    fixture.clock.advance(9 * 60_000 + 59_000);
    expect((await exchangeCode(young)).status).toBe(200);
    fixture.clock.advance(1_000);
    expect(await exchangeCode(old)).toMatchObject(invalidGrantAnswer);
  });

  it('for scripts belongs to the requested account, and needs no PKCE verifier', async () => {
    const person = { state: 'any', discordId: '300000000000000009', username: 'zoe' };
    const { status, body } = await fixture.dev('code', person);
    expect(status).toBe(200);
    const { body: tokens } = await exchangeCode(String(body['code']), {
      code_verifier: 'anything',
    });
    const account = await readAccountOf(tokens['access_token']);
    expect(account.body).toMatchObject({ id: person.discordId, username: 'zoe' });
    expect(await exchangeCode(String(body['code']))).toMatchObject(invalidGrantAnswer);
  });
});

describe('the application', () => {
  it('is recognised only by its secret', async () => {
    const fields = { grant_type: 'client_credentials', scope: 'identify' };
    const body = { error: 'invalid_client' };
    for (const headers of [basicAuthorization('1'), basicAuthorization(clientId, 'wrong'), {}])
      expect(await fixture.form(tokenPath, fields, headers)).toMatchObject({ status: 401, body });
    const wrongSecretFields = { ...fields, client_id: clientId, client_secret: 'wrong' };
    expect(await fixture.form(tokenPath, wrongSecretFields)).toMatchObject({ status: 401, body });
    const rightSecretFields = { ...wrongSecretFields, client_secret: clientSecret };
    expect((await fixture.form(tokenPath, rightSecretFields)).status).toBe(200);
  });

  it('gets a token of its own, which belongs to the owner of the application', async () => {
    const fields = { grant_type: 'client_credentials', scope: 'identify' };
    const { body } = await fixture.form(tokenPath, fields, basicAuthorization());
    expect(body).not.toHaveProperty('refresh_token');
    expect((await readAccountOf(body['access_token'])).status).toBe(200);
    const widerScopeFields = { ...fields, scope: 'guilds.join' };
    expect((await fixture.form(tokenPath, widerScopeFields, basicAuthorization())).body).toEqual({
      error: 'invalid_scope',
    });
  });

  it.each([
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code' }, 'invalid_request'],
  ])('gets nothing for %j', async (fields, error) => {
    const answer = await fixture.form(tokenPath, fields, basicAuthorization());
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });

  it('must send forms, not JSON', async () => {
    const answer = await fixture.api(
      'POST',
      '/oauth2/token',
      { grant_type: 'x' },
      basicAuthorization(),
    );
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});

describe('tokens', () => {
  it.each(['access_token', 'refresh_token'])('end with their %s', async (tokenName) => {
    const { body } = await exchangeCode(await createCode());
    const revoke = (token: string, headers = basicAuthorization()) =>
      fixture.form(`${tokenPath}/revoke`, { token }, headers);
    expect((await revoke(String(body[tokenName]), basicAuthorization('1'))).status).toBe(401);
    expect((await readAccountOf(body['access_token'])).status).toBe(200);
    expect((await revoke(String(body[tokenName]))).status).toBe(200);
    expect((await readAccountOf(body['access_token'])).status).toBe(401);
    expect((await revoke('unknown')).status).toBe(200);
  });

  it('expire after a week, and are deleted', async () => {
    const { body } = await exchangeCode(await createCode());
    fixture.clock.advance(604_800_000);
    expect((await readAccountOf(body['access_token'])).status).toBe(401);
    await fixture.api('POST', `/guilds/${sandboxIdentity.guildId}/channels`, { name: 'x' });
    const sql = "SELECT FROM discord_sandbox WHERE kind IN ('token', 'code')";
    expect((await fixture.pool.query(sql)).rowCount).toBe(0);
  });
});
