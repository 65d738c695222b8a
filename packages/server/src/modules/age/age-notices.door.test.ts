import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AgeRig,
  createAgeRig,
  isAdult,
  press,
  saysYes,
  start,
  stateOf,
} from '../../../test/age-rig.ts';
import { refusal } from '../../../test/harness.ts';

let rig: AgeRig;
beforeAll(async () => {
  rig = await createAgeRig();
});
afterAll(() => rig.app.close());

describe('a notification', () => {
  it('is applied once, by what the provider itself says', async () => {
    const person = await rig.someone();
    const url = await start(person);
    // Nothing has been answered: the notification alone proves nothing.
    expect((await rig.notice(url)).status).toBe(200);
    expect(await isAdult(person)).toBe(false);
    await rig.record(url, saysYes);
    const answers = await Promise.all(Array.from({ length: 20 }, () => rig.notice(url)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await isAdult(person)).toBe(true);
    const { decided_at } = await rig.rowOf(person);
    await rig.notice(url);
    expect((await rig.rowOf(person)).decided_at).toEqual(decided_at);
  });

  it('that is replayed gives back no right that was taken', async () => {
    const person = await rig.someone();
    const url = await start(person);
    await press(url, 'approve');
    await rig.app.pool.query('UPDATE users SET age_verified_until = NULL WHERE uid = $1', [
      person.uid,
    ]);
    expect((await rig.notice(url)).status).toBe(200);
    expect(await isAdult(person)).toBe(false);
  });

  it.each([
    ['forged', { secret: 'another secret' }],
    ['late', { at: new Date(Date.now() - 6 * 60_000) }],
    ['from the future', { at: new Date(Date.now() + 6 * 60_000) }],
  ])('that is %s is refused', async (_what, how) => {
    const person = await rig.someone();
    const url = await start(person);
    await rig.record(url, saysYes);
    const answer = await rig.notice(url, how);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'webhook_unauthorized' });
    expect(await isAdult(person)).toBe(false);
  });

  it('of a check that a newer one replaced opens nothing', async () => {
    const person = await rig.someone();
    const url = await start(person);
    await press(url, 'decline');
    await start(person);
    await rig.record(url, saysYes);
    expect((await rig.notice(url)).status).toBe(200);
    expect(await isAdult(person)).toBe(false);
    expect(await stateOf(person)).toMatchObject({ state: 'open' });
  });

  it('of no check, to no provider, without a body', async () => {
    expect((await rig.notice('https://x/age_000000000000')).status).toBe(200);
    const post = (path: string) => rig.app.fetch(path, { method: 'POST' });
    expect((await post('/api/age/webhooks/other')).status).toBe(404);
    expect((await post('/api/age/webhooks/demo')).status).toBe(401);
  });

  it('is refused with 503 while the provider’s record cannot be read', async () => {
    const person = await rig.someone();
    const url = await start(person);
    const answer = await rig.withoutProvider(() => rig.notice(url));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBeTruthy();
  });
});

describe('when the provider fails', () => {
  it('starting says so, and asking again puts it right', async () => {
    const person = await rig.someone();
    const refused = await rig.withoutProvider(() => refusal(start(person)));
    expect(refused).toMatchObject({ status: 503, code: 'age_check_unavailable' });
    expect(await stateOf(person)).toMatchObject({ state: 'none' });
    await press(await start(person), 'approve');
    expect(await isAdult(person)).toBe(true);
  });
});
