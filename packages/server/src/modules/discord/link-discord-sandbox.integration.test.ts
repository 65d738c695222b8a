import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshDiscordId } from '../../../test/fixtures/modules/discord-link-fixture.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const postToSandbox = (path: string, body: unknown) =>
  app.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const failDiscordRequests = (status: number, times: number) =>
  postToSandbox('/dev/discord-failure', { status, times });
afterEach(() => failDiscordRequests(500, 0));

/** Requests the consent address and gives consent by an endpoint of the sandbox, without a browser. */
async function consentToLink(person: TestPerson, discordId: string) {
  const url = new URL((await person.api.discord.authorizeDiscord()).url);
  const state = url.searchParams.get('state') ?? '';
  const answer = await postToSandbox('/dev/discord-code', { state, discordId, username: 'nyx' });
  const { code } = (await answer.json()) as { code: string };
  return { url, body: { code, state } };
}

const sendAuthorization = ({ api }: TestPerson, body: { code: string; state: string }) =>
  api.discord.linkDiscord({ body });

describe('linking at the sandbox of Discord', () => {
  it('requests a code, the identity and a PKCE proof, and leaves no token behind', async () => {
    const person = await app.signIn('Sandbox');
    const discordId = freshDiscordId();
    const { url, body } = await consentToLink(person, discordId);
    expect(url.href).toContain(app.url.replace('127.0.0.1', 'localhost'));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'identify',
      redirect_uri: `${app.program.publicUrl}/discord/callback`,
      code_challenge_method: 'S256',
    });
    expect((await sendAuthorization(person, body)).user).toEqual(await person.api.users.getMe());
    expect((await person.api.users.getMe()).discordId).toBe(discordId);
    const tokensSql = "SELECT id FROM discord_sandbox WHERE kind = 'token'";
    expect((await app.pool.query(tokensSql)).rows).toEqual([]);
  });

  it('accepts codes only with the PKCE verifier of their state', async () => {
    const [victim, thief] = [await app.signIn('Lesada'), await app.signIn('Gatuna')];
    const victimConsent = await consentToLink(victim, freshDiscordId());
    const thiefConsent = await consentToLink(thief, freshDiscordId());
    const mixedBody = { code: victimConsent.body.code, state: thiefConsent.body.state };
    expect(await errorOfCall(sendAuthorization(thief, mixedBody))).toMatchObject({
      code: 'discord_link_refused',
    });
    expect(await thief.api.users.getMe()).toMatchObject({ discordId: null });
  });

  it('refuses used and invented codes', async () => {
    const person = await app.signIn('Repete');
    const { body } = await consentToLink(person, freshDiscordId());
    await sendAuthorization(person, body);
    for (const code of [body.code, 'inventado', '💥'.repeat(100)]) {
      const { state } = (await consentToLink(person, freshDiscordId())).body;
      expect(await errorOfCall(sendAuthorization(person, { code, state }))).toMatchObject({
        status: 400,
        code: 'discord_link_refused',
      });
    }
  });

  it('reports when Discord is down, and works again afterwards', async () => {
    const person = await app.signIn('Queda');
    const { body } = await consentToLink(person, freshDiscordId());
    await failDiscordRequests(503, 5);
    expect(await errorOfCall(sendAuthorization(person, body))).toMatchObject({
      status: 503,
      code: 'discord_unavailable',
      message: 'O Discord está indisponível no momento. Tente novamente em instantes.',
    });
    expect(await person.api.users.getMe()).toMatchObject({ discordId: null });
    await failDiscordRequests(503, 0);
    const discordId = freshDiscordId();
    const secondBody = (await consentToLink(person, discordId)).body;
    expect((await sendAuthorization(person, secondBody)).user.discordId).toBe(discordId);
  });
});
