import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, startTestApp } from '../../../test/harness.ts';
import { freshDiscordId, type LinkingRig, linkingRig } from '../../../test/linking-rig.ts';
import { addUserRow } from '../../../test/rows.ts';

let rig: LinkingRig;
beforeAll(async () => {
  rig = await linkingRig();
});
afterAll(() => rig.app.close());
beforeEach(() => {
  rig.discord.fail(false);
  rig.discord.meanwhile(async () => undefined);
});

const me = async (person: { api: { users: { getMe(): Promise<unknown> } } }) =>
  person.api.users.getMe();

describe('linking', () => {
  it('answers the own account, as it is asked for', async () => {
    const person = await rig.app.person('Vincula');
    const discordId = freshDiscordId();
    const user = await rig.link(person, discordId);
    expect(user).toEqual(await me(person));
    expect(user).toEqual({ ...person.user, discordId });
  });

  it('sends people back to the product, with a state of which a hash alone is kept', async () => {
    const person = await rig.app.person('Estado');
    await rig.authorize(person);
    const { state, verifier, redirectUri } = rig.discord.begun.at(-1) ?? expect.fail();
    expect(redirectUri).toBe(`${rig.app.program.publicUrl}/discord/callback`);
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(verifier).not.toBe(state);
    const [row] = await rig.states(person);
    expect(row.state_hash).toEqual(createHash('sha256').update(state).digest());
    const minutes = (row.expires_at.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThanOrEqual(10);
  });

  it('of the same account again changes nothing', async () => {
    const person = await rig.app.person('DeNovo');
    const discordId = freshDiscordId();
    const first = await rig.link(person, discordId);
    expect(await rig.link(person, discordId)).toEqual(first);
  });

  it('of another account is refused until the first is unlinked', async () => {
    const person = await rig.app.person('Troca');
    const [first, second] = [freshDiscordId(), freshDiscordId()];
    await rig.link(person, first);
    expect(await refusal(rig.link(person, second))).toMatchObject({
      status: 409,
      code: 'discord_already_linked',
    });
    expect(await me(person)).toMatchObject({ discordId: first });
    await person.api.discord.unlinkDiscord();
    expect(await me(person)).toEqual(person.user);
    expect(await rig.link(person, second)).toMatchObject({ discordId: second });
    expect(await rig.link(await rig.app.person('Herdeira'), first)).toMatchObject({
      discordId: first,
    });
  });

  it('is undone as often as one likes', async () => {
    const person = await rig.app.person('Desfaz');
    for (let round = 0; round < 2; round += 1) {
      const answer = await person.fetch('/api/discord/link', { method: 'DELETE' });
      expect([answer.status, await answer.text()]).toEqual([204, '']);
    }
  });

  it('shows who one is at Discord to signed-in people, and the badge after a sale', async () => {
    const person = await rig.app.person('Vendedora');
    const sold = 'UPDATE users SET completed_sales = 1 WHERE uid = $1';
    await rig.app.pool.query(sold, [person.uid]);
    const params = { buyerId: person.uid };
    const seen = async () => {
      const reader = await rig.app.person('Leitora');
      const [open, closed] = await Promise.all([
        reader.api.users.getUser({ params }),
        rig.app.visitor.users.getUser({ params }),
      ]);
      return [open.discordId, closed.discordId, open.badges.includes('verified')];
    };
    expect(await seen()).toEqual([null, null, false]);
    const discordId = freshDiscordId();
    await rig.link(person, discordId);
    expect(await seen()).toEqual([discordId, null, true]);
    await person.api.users.updateMe({ body: { privacy: 'private' } });
    expect(await seen()).toEqual([null, null, true]);
    await person.api.discord.unlinkDiscord();
    expect(await seen()).toEqual([null, null, false]);
  });

  it('is of one person only, however many try at once', async () => {
    const discordId = freshDiscordId();
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, n) => rig.app.person(`Corrida${n}`)),
    );
    const consents = await Promise.all(people.map((person) => rig.consent(person, discordId)));
    const outcomes = await Promise.allSettled(
      people.map((person, n) =>
        person.api.discord.linkDiscord({ body: consents[n] ?? expect.fail() }),
      ),
    );
    const refused = outcomes.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(19);
    for (const { reason } of refused)
      expect(reason).toMatchObject({
        status: 409,
        code: 'discord_taken',
        message: 'Esta conta do Discord já está vinculada a outro usuário.',
      });
    const owners = 'SELECT count(*)::int AS n FROM users WHERE discord_id = $1';
    expect((await rig.app.pool.query(owners, [discordId])).rows).toEqual([{ n: 1 }]);
  });

  it('is refused where someone has linked the account before', async () => {
    const discordId = freshDiscordId();
    await addUserRow(rig.app.pool, { discord_id: discordId });
    const person = await rig.app.person('TardeDemais');
    expect(await refusal(rig.link(person, discordId))).toMatchObject({ code: 'discord_taken' });
    expect(await me(person)).toEqual(person.user);
  });

  it('waits for a Discord that answers, with a new consent', async () => {
    const person = await rig.app.person('Espera');
    const body = await rig.consent(person, freshDiscordId());
    rig.discord.fail(true);
    const down = await refusal(person.api.discord.linkDiscord({ body }));
    expect(down).toMatchObject({ status: 503, code: 'discord_unavailable' });
    rig.discord.fail(false);
    const again = await refusal(person.api.discord.linkDiscord({ body }));
    expect(again).toMatchObject({ code: 'discord_state_invalid' });
    const discordId = freshDiscordId();
    expect(await rig.link(person, discordId)).toMatchObject({ discordId });
  });
});

describe('tries', () => {
  it('are limited for each person', async () => {
    const app = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.1' } });
    const [one, two] = [await app.person('Insiste'), await app.person('Outra')];
    const tryOf = async ({ api }: typeof one) =>
      (await refusal(api.discord.linkDiscord({ body: { code: 'x', state: 'x' } }))).status;
    const statuses = [];
    for (const person of [one, one, one, two]) statuses.push(await tryOf(person));
    expect(statuses).toEqual([400, 400, 429, 400]);
    await app.close();
  });
});
