import { errors } from '@guilda/contract/errors';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket } from '../fixtures/clients/sockets.ts';
import { fakeVoiceRooms } from '../fixtures/fakes/fake-voice-rooms.ts';
import { buildCall } from '../fixtures/modules/calls-fixture.ts';
import { createVoiceRoomsFixture } from '../fixtures/modules/voice-rooms-fixture.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../fixtures/server/test-app.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());
const startApp = async (options: TestAppOptions = {}) => {
  app = await startTestApp(options);
  return app;
};

const realDiscord = {
  DISCORD_CLIENT_ID: '400000000000000001',
  DISCORD_CLIENT_SECRET: 'secret',
  DISCORD_BOT_TOKEN: 'token',
  DISCORD_GUILD_ID: '400000000000000002',
};

/** Paths of all routes of the Discord sandbox. */
const sandboxRoutes = ({ program }: TestApp) =>
  program.app.routeTable
    .map(({ url }) => url)
    .filter((url) => /^\/(dev|sandbox)\/discord/.test(url));

describe('the connection to Discord', () => {
  it('uses the sandbox where Discord is not configured, and people link accounts there', async () => {
    const { fetch, signIn, url } = await startApp();
    const { api } = await signIn('Joana');
    const consentUrl = new URL((await api.discord.authorizeDiscord()).url);
    const { port } = new URL(url);
    expect(consentUrl.host).toBe(`localhost:${port}`);
    const pageResponse = await fetch(consentUrl.pathname + consentUrl.search);
    expect(pageResponse.status).toBe(200);
    expect(await pageResponse.text()).toContain('mirafina77');
    const answer = await fetch(consentUrl.pathname + consentUrl.search, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ nome: 'joana', resposta: 'autorizar' }),
    });
    const callbackUrl = new URL(answer.headers.get('location') ?? '');
    expect(callbackUrl.pathname).toBe('/discord/callback');
    const parameter = (name: string) => callbackUrl.searchParams.get(name) ?? '';
    const body = { code: parameter('code'), state: parameter('state') };
    const { user } = await api.discord.linkDiscord({ body });
    expect(user.discordId).toMatch(/^\d{18,19}$/);
    expect(await api.discord.linkDiscord({ body }).catch(({ code }) => code)).toBe(
      'discord_state_invalid',
    );
  });

  it('uses Discord where it is configured, without the sandbox', async () => {
    expect(sandboxRoutes(await startApp())).not.toEqual([]);
    await app?.close();
    // Fake rooms are used, because a starting program would ask the real Discord for rooms that an earlier run left
    // open.
    const { rooms } = fakeVoiceRooms();
    const { fetch, signIn } = await startApp({ env: realDiscord, discord: { rooms } });
    const { api } = await signIn('Joana');
    const { url } = await api.discord.authorizeDiscord();
    expect(url).toMatch(/^https:\/\/discord\.com\/oauth2\/authorize\?/);
    expect(new URL(url).searchParams.get('client_id')).toBe(realDiscord.DISCORD_CLIENT_ID);
    expect(sandboxRoutes(app as TestApp)).toEqual([]);
    for (const path of ['/sandbox/discord', '/sandbox/discord/api/v10/users/@me'])
      expect((await fetch(path)).status).toBe(404);
    for (const name of ['code', 'voice', 'failure'])
      expect((await fetch(`/dev/discord-${name}`, { method: 'POST' })).status).toBe(404);
  });
});

describe('in production without Discord', () => {
  const withoutDiscord = { discord: { rooms: null, accounts: null } };
  const refusal = {
    status: 503,
    code: 'calls_unavailable',
    message: errors.calls_unavailable.text,
  };
  type Fixture = Awaited<ReturnType<typeof createVoiceRoomsFixture>>;
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await createVoiceRoomsFixture(withoutDiscord);
  });
  afterAll(() => fixture?.app.close());

  it('nobody can link an account, and a linked account can be unlinked', async () => {
    const { api, uid } = await fixture.buildCallablePerson();
    expect(await errorOfCall(api.discord.authorizeDiscord())).toMatchObject(refusal);
    const body = { code: 'c', state: 's' };
    expect(await errorOfCall(api.discord.linkDiscord({ body }))).toMatchObject(refusal);
    expect((await api.users.getMe()).discordId).toMatch(/^\d+$/);
    await api.discord.unlinkDiscord();
    expect(await api.users.getMe()).toMatchObject({ uid, discordId: null });
  });

  it('nobody can be called over socket or HTTP, and the chat works', async () => {
    const [caller, callee] = [
      await fixture.buildCallablePerson(),
      await fixture.buildCallablePerson(),
    ];
    const [here, there] = [
      await connectSocket(fixture.app.url, caller),
      await connectSocket(fixture.app.url, callee),
    ];
    const { code, message: error } = refusal;
    const ack = await here.send('call', { calleeId: callee.uid });
    expect(ack).toEqual({ ok: false, error, code });
    const body = { caller_id: caller.discordId, receiver_id: callee.discordId };
    expect(await errorOfCall(callee.api.calls.openCallRoom({ body }))).toMatchObject(refusal);
    expect(await callee.api.calls.getCurrentCall()).toEqual({ call: null });
    expect(await fixture.countBusy(caller.uid, callee.uid)).toBe(0);
    const message = { senderId: caller.uid, receiverId: callee.uid, message: 'oi' };
    expect(await here.send('sendMessage', message)).toMatchObject({ ok: true });
    await there.waitFor('receiveMessage');
    for (const device of [here, there]) device.close();
  });

  it('earlier calls end by themselves, and no scheduled job fails', async () => {
    const [caller, callee] = [
      await fixture.buildCallablePerson(),
      await fixture.buildCallablePerson(),
    ];
    const id = await buildCall(
      fixture.pool,
      { callerId: caller.uid, calleeId: callee.uid },
      { state: 'accepted', accepted_at: new Date(), channel_id: '1', response: 'moved' },
    );
    await fixture.run('calls.sweep');
    expect(await fixture.readCall(id)).toMatchObject({ state: 'accepted' });
    await fixture.age(id, 61);
    await fixture.run('calls.sweep');
    await fixture.run('calls.close_strays');
    expect(await fixture.readCall(id)).toMatchObject({ state: 'ended', outcome: 'emptied' });
    expect((await fixture.readCall(id))?.room_closed_at).not.toBeNull();
    expect(await fixture.countBusy(caller.uid, callee.uid)).toBe(0);
  });

  it('the health page reports that Discord is not configured', async () => {
    const { api } = await fixture.app.signInAdmin();
    const { dependencies } = await api.health.getHealth();
    expect(dependencies.find(({ name }) => name === 'discord')).toMatchObject({
      state: 'not_configured',
      text: 'Sem Discord não há ligações.',
    });
  });
});
