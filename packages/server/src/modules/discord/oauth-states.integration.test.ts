import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import {
  createDiscordLinkFixture,
  type DiscordLinkFixture,
  freshDiscordId,
} from '../../../test/fixtures/modules/discord-link-fixture.ts';
import { errorOfCall, type TestPerson } from '../../../test/fixtures/server/test-app.ts';

let fixture: DiscordLinkFixture;
beforeAll(async () => {
  fixture = await createDiscordLinkFixture();
});
afterAll(() => fixture.app.close());
beforeEach(() => fixture.discord.setRequestHook(async () => undefined));

type ConsentAnswer = { code: string; state: string };
const sendAuthorization = (person: TestPerson, body: ConsentAnswer) =>
  person.api.discord.linkDiscord({ body });

/** Expects that the request is refused, links no account and sends no request to Discord. */
async function expectRefusedWithoutRequest(person: TestPerson, body: ConsentAnswer) {
  const requestsBefore = fixture.discord.asked.length;
  expect(await errorOfCall(sendAuthorization(person, body))).toMatchObject({
    status: 400,
    code: 'discord_state_invalid',
  });
  expect(fixture.discord.asked).toHaveLength(requestsBefore);
  expect(await person.api.users.getMe()).toMatchObject({ discordId: null });
}

describe('a state', () => {
  it('works only for its own session and survives foreign attempts', async () => {
    const firstSession = await fixture.app.signIn('DuasSessoes');
    const secondSession = await fixture.app.signIn('DuasSessoes');
    expect(secondSession.uid).toBe(firstSession.uid);
    const body = await fixture.consent(firstSession, freshDiscordId());
    await expectRefusedWithoutRequest(secondSession, body);
    await expectRefusedWithoutRequest(await fixture.app.signIn('Intrusa'), body);
    expect((await sendAuthorization(firstSession, body)).user.discordId).not.toBeNull();
  });

  it('works once, also for 20 concurrent requests', async () => {
    const person = await fixture.app.signIn('UmaVez');
    const body = await fixture.consent(person, freshDiscordId());
    const requestsBefore = fixture.discord.asked.length;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => sendAuthorization(person, body)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(fixture.discord.asked).toHaveLength(requestsBefore + 1);
    expect(await errorOfCall(sendAuthorization(person, body))).toMatchObject({
      code: 'discord_state_invalid',
    });
  });

  it('works for ten minutes', async () => {
    const person = await fixture.app.signIn('Demora');
    const body = await fixture.consent(person, freshDiscordId());
    const expireStatesSql = 'UPDATE discord_link_states SET expires_at = now() WHERE uid = $1';
    await fixture.app.pool.query(expireStatesSql, [person.uid]);
    await expectRefusedWithoutRequest(person, body);
  });

  it.each(['x', '🎮'.repeat(50), "' OR 1=1 --", 'A'.repeat(43)])('is no %s', async (state) => {
    await expectRefusedWithoutRequest(await fixture.app.signIn('Inventa'), { code: 'x', state });
  });

  it('works only with the code it was made for', async () => {
    const [victim, thief] = [await fixture.app.signIn('Vitima'), await fixture.app.signIn('Ladra')];
    const victimConsent = await fixture.consent(victim, freshDiscordId());
    const thiefConsent = await fixture.consent(thief, freshDiscordId());
    const mixedBody = { code: victimConsent.code, state: thiefConsent.state };
    expect(await errorOfCall(sendAuthorization(thief, mixedBody))).toMatchObject({
      status: 400,
      code: 'discord_link_refused',
    });
    // A code that was used is refused, even with a new state.
    const usedConsent = { ...thiefConsent, ...(await fixture.consent(thief, freshDiscordId())) };
    await sendAuthorization(thief, usedConsent);
    const { state } = await fixture.consent(thief, freshDiscordId());
    expect(
      await errorOfCall(sendAuthorization(thief, { code: usedConsent.code, state })),
    ).toMatchObject({
      code: 'discord_link_refused',
    });
  });
});

describe('states', () => {
  it('are limited to the newest of each session', async () => {
    const person = await fixture.app.signIn('MuitasAbas');
    const consents: ConsentAnswer[] = [];
    for (let tabNumber = 0; tabNumber < 7; tabNumber += 1)
      consents.push(await fixture.consent(person, freshDiscordId()));
    expect(await fixture.listStates(person)).toHaveLength(5);
    await expectRefusedWithoutRequest(person, consents[1] ?? expect.fail());
    expect(await sendAuthorization(person, consents[2] ?? expect.fail())).toBeTruthy();
  });

  it('are deleted after expiry when somebody else starts', async () => {
    const person = await fixture.app.signIn('Desiste');
    await fixture.authorize(person);
    const expireStatesSql = 'UPDATE discord_link_states SET expires_at = now() WHERE uid = $1';
    await fixture.app.pool.query(expireStatesSql, [person.uid]);
    await fixture.authorize(await fixture.app.signIn('Proxima'));
    expect(await fixture.listStates(person)).toEqual([]);
  });

  it('created at the same time all work', async () => {
    const person = await fixture.app.signIn('Junto');
    await Promise.all(Array.from({ length: 5 }, () => fixture.authorize(person)));
    expect(await fixture.listStates(person)).toHaveLength(5);
  });
});

describe('while Discord is asked', () => {
  const discordIdOf = async (person: TestPerson) => {
    const discordIdSql = 'SELECT discord_id FROM users WHERE uid = $1';
    return (await fixture.app.pool.query(discordIdSql, [person.uid])).rows[0].discord_id;
  };
  const setTimestamp = (column: string, person: TestPerson) =>
    fixture.app.pool.query(`UPDATE users SET ${column} = now() WHERE uid = $1`, [person.uid]);
  const signOut = (person: TestPerson) =>
    person.api.identity.logout({ body: { refreshToken: person.tokens.refreshToken } });

  test.each<[string, string, (person: TestPerson) => Promise<unknown>]>([
    ['a session that ends', 'token_invalid', signOut],
    ['an account that closes', 'token_invalid', ({ api }) => api.users.deleteMe()],
    [
      'an account that is suspended',
      'account_suspended',
      (person) => setTimestamp('suspended_at', person),
    ],
  ])('%s gets no link', async (name, code, changeAccount) => {
    const person = await fixture.app.signIn(code + name.length);
    const body = await fixture.consent(person, freshDiscordId());
    fixture.discord.setRequestHook(async () => void (await changeAccount(person)));
    expect(await errorOfCall(sendAuthorization(person, body))).toMatchObject({ code });
    expect(await discordIdOf(person)).toBeNull();
  });

  it('the account is not locked', async () => {
    const person = await fixture.app.signIn('Livre');
    const body = await fixture.consent(person, freshDiscordId());
    fixture.discord.setRequestHook(
      async () => void (await person.api.users.updateMe({ body: { bio: 'Enquanto isso' } })),
    );
    expect((await sendAuthorization(person, body)).user.bio).toBe('Enquanto isso');
  });

  it('a concurrent link of the same person stays', async () => {
    const person = await fixture.app.signIn('DuasContas');
    const body = await fixture.consent(person, freshDiscordId());
    const linkedDiscordId = freshDiscordId();
    fixture.discord.setRequestHook(async () => {
      fixture.discord.setRequestHook(async () => undefined);
      await fixture.link(person, linkedDiscordId);
    });
    expect(await errorOfCall(sendAuthorization(person, body))).toMatchObject({
      code: 'discord_already_linked',
    });
    expect(await discordIdOf(person)).toBe(linkedDiscordId);
  });
});

describe('a closed account', () => {
  it('leaves neither a pending state nor its Discord account behind', async () => {
    const person = await fixture.app.signIn('VaiEmbora');
    const discordId = freshDiscordId();
    await fixture.link(person, discordId);
    await fixture.authorize(person);
    await person.api.users.deleteMe();
    expect(await fixture.listStates(person)).toEqual([]);
    expect(await fixture.link(await fixture.app.signIn('VemDepois'), discordId)).toMatchObject({
      discordId,
    });
  });
});
