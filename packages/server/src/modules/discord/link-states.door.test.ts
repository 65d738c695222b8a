import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { refusal, type TestPerson } from '../../../test/harness.ts';
import { freshDiscordId, type LinkingRig, linkingRig } from '../../../test/linking-rig.ts';

let rig: LinkingRig;
beforeAll(async () => {
  rig = await linkingRig();
});
afterAll(() => rig.app.close());
beforeEach(() => rig.discord.meanwhile(async () => undefined));

type Consent = { code: string; state: string };
const handIn = (person: TestPerson, body: Consent) => person.api.discord.linkDiscord({ body });

/** A refusal that leaves the person without a link and Discord unasked. */
async function refusedUnasked(person: TestPerson, body: Consent) {
  const before = rig.discord.asked.length;
  expect(await refusal(handIn(person, body))).toMatchObject({
    status: 400,
    code: 'discord_state_invalid',
  });
  expect(rig.discord.asked).toHaveLength(before);
  expect(await person.api.users.getMe()).toMatchObject({ discordId: null });
}

describe('a state', () => {
  it('works for its own session alone, which keeps it', async () => {
    const here = await rig.app.person('DuasSessoes');
    const there = await rig.app.person('DuasSessoes');
    expect(there.uid).toBe(here.uid);
    const body = await rig.consent(here, freshDiscordId());
    await refusedUnasked(there, body);
    await refusedUnasked(await rig.app.person('Intrusa'), body);
    expect((await handIn(here, body)).user.discordId).not.toBeNull();
  });

  it('works once, also for 20 at a time', async () => {
    const person = await rig.app.person('UmaVez');
    const body = await rig.consent(person, freshDiscordId());
    const before = rig.discord.asked.length;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => handIn(person, body)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(rig.discord.asked).toHaveLength(before + 1);
    expect(await refusal(handIn(person, body))).toMatchObject({ code: 'discord_state_invalid' });
  });

  it('works for ten minutes', async () => {
    const person = await rig.app.person('Demora');
    const body = await rig.consent(person, freshDiscordId());
    const late = 'UPDATE discord_link_states SET expires_at = now() WHERE uid = $1';
    await rig.app.pool.query(late, [person.uid]);
    await refusedUnasked(person, body);
  });

  it.each(['x', '🎮'.repeat(50), "' OR 1=1 --", 'A'.repeat(43)])('is no %s', async (state) => {
    await refusedUnasked(await rig.app.person('Inventa'), { code: 'x', state });
  });

  it('goes with the code it was made for, and with no other', async () => {
    const [victim, thief] = [await rig.app.person('Vitima'), await rig.app.person('Ladra')];
    const stolen = await rig.consent(victim, freshDiscordId());
    const own = await rig.consent(thief, freshDiscordId());
    const injected = { code: stolen.code, state: own.state };
    expect(await refusal(handIn(thief, injected))).toMatchObject({
      status: 400,
      code: 'discord_link_refused',
    });
    // Nor does a code that was used work again.
    const used = { ...own, ...(await rig.consent(thief, freshDiscordId())) };
    await handIn(thief, used);
    const { state } = await rig.consent(thief, freshDiscordId());
    expect(await refusal(handIn(thief, { code: used.code, state }))).toMatchObject({
      code: 'discord_link_refused',
    });
  });
});

describe('states', () => {
  it('are few for each session: the newest', async () => {
    const person = await rig.app.person('MuitasAbas');
    const consents: Consent[] = [];
    for (let tab = 0; tab < 7; tab += 1) consents.push(await rig.consent(person, freshDiscordId()));
    expect(await rig.states(person)).toHaveLength(5);
    await refusedUnasked(person, consents[1] ?? expect.fail());
    expect(await handIn(person, consents[2] ?? expect.fail())).toBeTruthy();
  });

  it('go once they have run out, when somebody else begins', async () => {
    const person = await rig.app.person('Desiste');
    await rig.authorize(person);
    const late = 'UPDATE discord_link_states SET expires_at = now() WHERE uid = $1';
    await rig.app.pool.query(late, [person.uid]);
    await rig.authorize(await rig.app.person('Proxima'));
    expect(await rig.states(person)).toEqual([]);
  });

  it('begun at the same moment all work', async () => {
    const person = await rig.app.person('Junto');
    await Promise.all(Array.from({ length: 5 }, () => rig.authorize(person)));
    expect(await rig.states(person)).toHaveLength(5);
  });
});

describe('while Discord is asked', () => {
  const uidOf = async (person: TestPerson) => {
    const text = 'SELECT discord_id FROM users WHERE uid = $1';
    return (await rig.app.pool.query(text, [person.uid])).rows[0].discord_id;
  };
  const set = (column: string, person: TestPerson) =>
    rig.app.pool.query(`UPDATE users SET ${column} = now() WHERE uid = $1`, [person.uid]);
  const signOut = (person: TestPerson) =>
    person.api.identity.logout({ body: { refreshToken: person.tokens.refreshToken } });

  test.each<[string, string, (person: TestPerson) => Promise<unknown>]>([
    ['a session that ends', 'token_invalid', signOut],
    ['an account that closes', 'token_invalid', ({ api }) => api.users.deleteMe()],
    ['an account that is suspended', 'account_suspended', (one) => set('suspended_at', one)],
  ])('%s gets no link', async (name, code, happens) => {
    const person = await rig.app.person(code + name.length);
    const body = await rig.consent(person, freshDiscordId());
    rig.discord.meanwhile(async () => void (await happens(person)));
    expect(await refusal(handIn(person, body))).toMatchObject({ code });
    expect(await uidOf(person)).toBeNull();
  });

  it('nothing is held of the account', async () => {
    const person = await rig.app.person('Livre');
    const body = await rig.consent(person, freshDiscordId());
    rig.discord.meanwhile(
      async () => void (await person.api.users.updateMe({ body: { bio: 'Enquanto isso' } })),
    );
    expect((await handIn(person, body)).user.bio).toBe('Enquanto isso');
  });

  it('another link of the same person stays', async () => {
    const person = await rig.app.person('DuasContas');
    const body = await rig.consent(person, freshDiscordId());
    const first = freshDiscordId();
    rig.discord.meanwhile(async () => {
      rig.discord.meanwhile(async () => undefined);
      await rig.link(person, first);
    });
    expect(await refusal(handIn(person, body))).toMatchObject({ code: 'discord_already_linked' });
    expect(await uidOf(person)).toBe(first);
  });
});

describe('a closed account', () => {
  it('leaves neither a consent under way nor its account at Discord behind', async () => {
    const person = await rig.app.person('VaiEmbora');
    const discordId = freshDiscordId();
    await rig.link(person, discordId);
    await rig.authorize(person);
    await person.api.users.deleteMe();
    expect(await rig.states(person)).toEqual([]);
    expect(await rig.link(await rig.app.person('VemDepois'), discordId)).toMatchObject({
      discordId,
    });
  });
});
