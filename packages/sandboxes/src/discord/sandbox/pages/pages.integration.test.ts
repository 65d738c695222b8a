import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DiscordSandboxFixture,
  offeredTestAccounts,
  sandboxIdentity,
  startDiscordSandboxFixture,
} from '../../../../../server/test/peers/discord-sandbox-fixture.ts';

const { clientId, guildId } = sandboxIdentity;
const controlPath = '/sandbox/discord';

let fixture: DiscordSandboxFixture;
beforeAll(async () => {
  fixture = await startDiscordSandboxFixture();
});
afterAll(() => fixture?.close());

function consentPath(changes: Record<string, string | undefined> = {}): string {
  const query = {
    ...{ response_type: 'code', client_id: clientId, scope: 'identify', state: 'the state' },
    ...{ redirect_uri: fixture.redirectUri, code_challenge: 'c'.repeat(43) },
    ...{ code_challenge_method: 'S256', prompt: 'consent', ...changes },
  };
  const givenParameters = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${controlPath}/oauth2/authorize?${new URLSearchParams(givenParameters as [string, string][])}`;
}

const getPage = (path: string) => fixture.send(path, {});
const readPage = async (path = controlPath) => (await getPage(path)).text;

/** The URL of the redirect in a response (`back`), and the parameters of its query. */
function redirectOf(response: { status: number; headers: Headers }) {
  expect(response.status).toBe(303);
  const url = new URL(response.headers.get('location') ?? '');
  return { back: url.origin + url.pathname, ...Object.fromEntries(url.searchParams) };
}

describe('the consent page', () => {
  it('says that it is a test page, runs no script and returns only to Guilda', async () => {
    const { status, headers, text } = await getPage(consentPath());
    expect(status).toBe(200);
    expect(text).toContain('Discord de teste');
    expect(text).toContain('Ambiente de testes');
    for (const { username } of offeredTestAccounts) expect(text).toContain(username);
    expect(text).not.toContain('<script');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://guilda.example");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await getPage('/sandbox/discord/assets/discord.css')).status).toBe(200);
  });

  it('returns with a code and the state', async () => {
    const fields = { conta: offeredTestAccounts[0]?.discordId ?? '', resposta: 'autorizar' };
    expect(redirectOf(await fixture.form(consentPath(), fields))).toEqual({
      back: fixture.redirectUri,
      code: expect.stringMatching(/^[\w-]{32}$/),
      state: 'the state',
    });
  });

  it('returns without a code when it is cancelled', async () => {
    for (const fields of [{ resposta: 'cancelar' }, { nome: 'ana' }] as const) {
      expect(redirectOf(await fixture.form(consentPath(), fields))).toEqual({
        back: fixture.redirectUri,
        error: 'access_denied',
        error_description: expect.any(String),
        state: 'the state',
      });
    }
  });

  it.each([
    ['another redirect URI', { redirect_uri: 'https://evil.example/discord/callback' }],
    [
      'a redirect URI that only begins like the registered one',
      { redirect_uri: 'http://guilda.example/discord/callback2' },
    ],
    ['no redirect URI', { redirect_uri: undefined }],
    ['another application', { client_id: '1' }],
  ])('shows an error without a redirect for %s', async (_what, changes) => {
    for (const answer of [
      await getPage(consentPath(changes)),
      await fixture.form(consentPath(changes), { nome: 'ana', resposta: 'autorizar' }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.headers.get('location')).toBeNull();
      expect(answer.text).not.toContain('evil');
    }
  });

  it.each([
    [{ scope: 'identify email' }, 'invalid_scope'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge: undefined }, 'invalid_request'],
  ])('returns to the application that %j is wrong', async (changes, error) => {
    const expectedRedirect = { back: fixture.redirectUri, error, state: 'the state' };
    expect(redirectOf(await getPage(consentPath(changes)))).toEqual(expectedRedirect);
  });

  it.each([{}, { nome: 'x' }, { nome: 'x'.repeat(33) }, { conta: '1' }])(
    'is shown again after %j',
    async (fields) => {
      const { status, text } = await fixture.form(consentPath(), {
        ...fields,
        resposta: 'autorizar',
      });
      expect(status).toBe(422);
      expect(text).toContain('role="alert"');
    },
  );

  it('accepts a typed name, which is always the same account, and escapes it', async () => {
    const markupName = '<img src=x onerror=alert(1)>';
    for (const typedName of [markupName, markupName.toUpperCase()])
      redirectOf(await fixture.form(consentPath(), { nome: typedName, resposta: 'autorizar' }));
    const sql =
      "SELECT body FROM discord_sandbox WHERE kind = 'account' AND body->>'username' ~ 'IMG'";
    expect((await fixture.pool.query(sql)).rowCount).toBe(1);
    const text = await readPage();
    expect(text).toContain('&lt;IMG');
    expect(text).not.toMatch(/<img src=x/i);
    const state = '"><script>alert(1)</script>';
    expect(await readPage(consentPath({ state }))).not.toContain('<script');
  });
});

describe('the page that controls the Discord sandbox', () => {
  const ana = '300000000000000001';
  const bia = '300000000000000002';
  const moveAccount = (conta: string, lugar: string) =>
    fixture.form(`${controlPath}/places`, { conta, lugar });
  const voiceOf = async (id: string) =>
    (await fixture.api('GET', `/guilds/${guildId}/voice-states/${id}`)).body['channel_id'];

  it('moves accounts into and out of voice, and shows their locations', async () => {
    const response = await fixture.form(`${controlPath}/accounts`, { nome: 'carla' });
    expect(response.headers.get('location')).toBe(controlPath);
    expect(await readPage()).toContain('carla');
    for (const discordId of [ana, bia]) {
      await fixture.dev('code', { state: 's', discordId, username: `nome-${discordId}` });
      await fixture.dev('voice', { discordId, connected: true });
    }
    expect(await readPage()).toContain(`nome-${ana}, nome-${bia}`);
    expect((await moveAccount(ana, 'servidor')).status).toBe(303);
    expect(await voiceOf(ana)).toBeUndefined();
    expect(await readPage()).not.toContain(`nome-${ana}, nome-${bia}`);
    const { headers } = await getPage(controlPath);
    expect(headers.get('content-security-policy')).toContain("form-action 'self';");
  });

  it('moves into a room only people to whom it is open', async () => {
    const openedRoom = await fixture.rooms().open({
      callId: '0199a000-0000-7000-8000-000000000001',
      people: [ana, '300000000000000003'],
    });
    if (!openedRoom.ok) throw new Error(openedRoom.code);
    const { channelId } = openedRoom.value;
    expect((await moveAccount(ana, channelId)).status).toBe(303);
    expect(await voiceOf(ana)).toBe(channelId);
    expect((await moveAccount(bia, channelId)).status).toBe(422);
    for (const location of ['1', 'nowhere', ''])
      expect((await moveAccount(ana, location)).status).toBe(422);
    expect(await voiceOf(bia)).not.toBe(channelId);
  });

  it('starts failures of the sandbox and ends them', async () => {
    const requestFailure = (fields: Record<string, string>) =>
      fixture.form(`${controlPath}/failures`, fields);
    expect((await requestFailure({ status: '503', vezes: '7' })).status).toBe(303);
    expect(await readPage()).toContain('As próximas 7 respostas falham com 503.');
    expect((await fixture.api('GET', '/users/@me')).status).toBe(503);
    expect((await requestFailure({ status: '500', vezes: '20', consertar: '1' })).status).toBe(303);
    expect((await fixture.api('GET', '/users/@me')).status).toBe(200);
    expect((await requestFailure({ status: '500', vezes: '0' })).status).toBe(422);
  });
});
