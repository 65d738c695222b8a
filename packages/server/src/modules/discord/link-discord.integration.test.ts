import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../../../test/fixtures/data/builders.ts';
import {
  createDiscordLinkFixture,
  type DiscordLinkFixture,
  freshDiscordId,
} from '../../../test/fixtures/modules/discord-link-fixture.ts';
import { errorOfCall, startTestApp } from '../../../test/fixtures/server/test-app.ts';

let fixture: DiscordLinkFixture;
beforeAll(async () => {
  fixture = await createDiscordLinkFixture();
});
afterAll(() => fixture.app.close());
beforeEach(() => {
  fixture.discord.fail(false);
  fixture.discord.setRequestHook(async () => undefined);
});

const readMe = async (person: { api: { users: { getMe(): Promise<unknown> } } }) =>
  person.api.users.getMe();

describe('linking', () => {
  it('returns the own account', async () => {
    const person = await fixture.app.signIn('Vincula');
    const discordId = freshDiscordId();
    const user = await fixture.link(person, discordId);
    expect(user).toEqual(await readMe(person));
    expect(user).toEqual({ ...person.user, discordId });
  });

  it('redirects to Guilda with a state that is stored as a hash only', async () => {
    const person = await fixture.app.signIn('Estado');
    await fixture.authorize(person);
    const { state, verifier, redirectUri } = fixture.discord.begun.at(-1) ?? expect.fail();
    expect(redirectUri).toBe(`${fixture.app.program.publicUrl}/discord/callback`);
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(verifier).not.toBe(state);
    const [row] = await fixture.listStates(person);
    expect(row.state_hash).toEqual(createHash('sha256').update(state).digest());
    const minutesLeft = (row.expires_at.getTime() - Date.now()) / 60_000;
    expect(minutesLeft).toBeGreaterThan(9);
    expect(minutesLeft).toBeLessThanOrEqual(10);
  });

  it('of the same account again changes nothing', async () => {
    const person = await fixture.app.signIn('DeNovo');
    const discordId = freshDiscordId();
    const linkedUser = await fixture.link(person, discordId);
    expect(await fixture.link(person, discordId)).toEqual(linkedUser);
  });

  it('of another account is refused until the first is unlinked', async () => {
    const person = await fixture.app.signIn('Troca');
    const [first, second] = [freshDiscordId(), freshDiscordId()];
    await fixture.link(person, first);
    expect(await errorOfCall(fixture.link(person, second))).toMatchObject({
      status: 409,
      code: 'discord_already_linked',
    });
    expect(await readMe(person)).toMatchObject({ discordId: first });
    await person.api.discord.unlinkDiscord();
    expect(await readMe(person)).toEqual(person.user);
    expect(await fixture.link(person, second)).toMatchObject({ discordId: second });
    expect(await fixture.link(await fixture.app.signIn('Herdeira'), first)).toMatchObject({
      discordId: first,
    });
  });

  it('can be undone repeatedly', async () => {
    const person = await fixture.app.signIn('Desfaz');
    for (let round = 0; round < 2; round += 1) {
      const answer = await person.fetch('/api/discord/link', { method: 'DELETE' });
      expect([answer.status, await answer.text()]).toEqual([204, '']);
    }
  });

  it('shows the Discord account to signed-in people, and the badge after a sale', async () => {
    const person = await fixture.app.signIn('Vendedora');
    const completedSaleSql = 'UPDATE users SET completed_sales = 1 WHERE uid = $1';
    await fixture.app.pool.query(completedSaleSql, [person.uid]);
    const params = { buyerId: person.uid };
    const readAsOthers = async () => {
      const reader = await fixture.app.signIn('Leitora');
      const [open, closed] = await Promise.all([
        reader.api.users.getUser({ params }),
        fixture.app.visitor.users.getUser({ params }),
      ]);
      return [open.discordId, closed.discordId, open.badges.includes('verified')];
    };
    expect(await readAsOthers()).toEqual([null, null, false]);
    const discordId = freshDiscordId();
    await fixture.link(person, discordId);
    expect(await readAsOthers()).toEqual([discordId, null, true]);
    await person.api.users.updateMe({ body: { privacy: 'private' } });
    expect(await readAsOthers()).toEqual([null, null, true]);
    await person.api.discord.unlinkDiscord();
    expect(await readAsOthers()).toEqual([null, null, false]);
  });

  it('succeeds for one person only, under concurrency', async () => {
    const discordId = freshDiscordId();
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, n) => fixture.app.signIn(`Corrida${n}`)),
    );
    const consents = await Promise.all(people.map((person) => fixture.consent(person, discordId)));
    const outcomes = await Promise.allSettled(
      people.map((person, n) =>
        person.api.discord.linkDiscord({ body: consents[n] ?? expect.fail() }),
      ),
    );
    const rejections = outcomes.filter((each) => each.status === 'rejected');
    expect(rejections).toHaveLength(19);
    for (const { reason } of rejections)
      expect(reason).toMatchObject({
        status: 409,
        code: 'discord_taken',
        message: 'Esta conta do Discord já está vinculada a outro usuário.',
      });
    const ownerCountSql = 'SELECT count(*)::int AS n FROM users WHERE discord_id = $1';
    expect((await fixture.app.pool.query(ownerCountSql, [discordId])).rows).toEqual([{ n: 1 }]);
  });

  it('is refused when another person has linked the account', async () => {
    const discordId = freshDiscordId();
    await buildUser(fixture.app.pool, { discord_id: discordId });
    const person = await fixture.app.signIn('TardeDemais');
    expect(await errorOfCall(fixture.link(person, discordId))).toMatchObject({
      code: 'discord_taken',
    });
    expect(await readMe(person)).toEqual(person.user);
  });

  it('works with a new consent after Discord was unavailable', async () => {
    const person = await fixture.app.signIn('Espera');
    const body = await fixture.consent(person, freshDiscordId());
    fixture.discord.fail(true);
    const unavailableError = await errorOfCall(person.api.discord.linkDiscord({ body }));
    expect(unavailableError).toMatchObject({ status: 503, code: 'discord_unavailable' });
    fixture.discord.fail(false);
    const repeatedError = await errorOfCall(person.api.discord.linkDiscord({ body }));
    expect(repeatedError).toMatchObject({ code: 'discord_state_invalid' });
    const discordId = freshDiscordId();
    expect(await fixture.link(person, discordId)).toMatchObject({ discordId });
  });
});

describe('tries', () => {
  it('are limited for each person', async () => {
    const app = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.1' } });
    const [one, two] = [await app.signIn('Insiste'), await app.signIn('Outra')];
    const linkStatusOf = async ({ api }: typeof one) =>
      (await errorOfCall(api.discord.linkDiscord({ body: { code: 'x', state: 'x' } }))).status;
    const statuses = [];
    for (const person of [one, one, one, two]) statuses.push(await linkStatusOf(person));
    expect(statuses).toEqual([400, 400, 429, 400]);
    await app.close();
  });
});
