import { afterEach, describe, expect, it } from 'vitest';
import { fakeVoiceRooms } from '../test/fake-voice-rooms.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../test/harness.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());
const start = async (options: TestAppOptions = {}) => {
  app = await startTestApp(options);
  return app;
};

const real = {
  DISCORD_CLIENT_ID: '400000000000000001',
  DISCORD_CLIENT_SECRET: 'secret',
  DISCORD_BOT_TOKEN: 'token',
  DISCORD_GUILD_ID: '400000000000000002',
};

/** Whatever there is of the sandbox. */
const sandboxRoutes = ({ program }: TestApp) =>
  program.app.routeTable
    .map(({ url }) => url)
    .filter((url) => /^\/(dev|sandbox)\/discord/.test(url));

describe('the way to Discord', () => {
  it('is the sandbox where none is set up, through which people link accounts', async () => {
    const { fetch, person, url } = await start();
    const { api } = await person('Joana');
    const consent = new URL((await api.discord.authorizeDiscord()).url);
    const { port } = new URL(url);
    expect(consent.host).toBe(`localhost:${port}`);
    const page = await fetch(consent.pathname + consent.search);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('mirafina77');
    const answer = await fetch(consent.pathname + consent.search, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ nome: 'joana', resposta: 'autorizar' }),
    });
    const back = new URL(answer.headers.get('location') ?? '');
    expect(back.pathname).toBe('/discord/callback');
    const told = (name: string) => back.searchParams.get(name) ?? '';
    const body = { code: told('code'), state: told('state') };
    const { user } = await api.discord.linkDiscord({ body });
    expect(user.discordId).toMatch(/^\d{18,19}$/);
    expect(await api.discord.linkDiscord({ body }).catch(({ code }) => code)).toBe(
      'discord_state_invalid',
    );
  });

  it('leads to Discord itself where it is set up, with nothing of the sandbox about', async () => {
    expect(sandboxRoutes(await start())).not.toEqual([]);
    await app?.close();
    // Nobody out there is asked for rooms that an earlier start left.
    const { rooms } = fakeVoiceRooms();
    const { fetch, person } = await start({ env: real, discord: { rooms } });
    const { api } = await person('Joana');
    const { url } = await api.discord.authorizeDiscord();
    expect(url).toMatch(/^https:\/\/discord\.com\/oauth2\/authorize\?/);
    expect(new URL(url).searchParams.get('client_id')).toBe(real.DISCORD_CLIENT_ID);
    expect(sandboxRoutes(app as TestApp)).toEqual([]);
    for (const path of ['/sandbox/discord', '/sandbox/discord/api/v10/users/@me'])
      expect((await fetch(path)).status).toBe(404);
    for (const name of ['code', 'voice', 'failure'])
      expect((await fetch(`/dev/discord-${name}`, { method: 'POST' })).status).toBe(404);
  });
});
