import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AgeFixture,
  approvedCheckSql,
  createAgeFixture,
  isAdult,
  pressCheckButton,
  readAgeState,
  startAgeCheck,
} from '../../../test/fixtures/modules/age-fixture.ts';
import { holdTransaction } from '../../../test/fixtures/server/hold-transaction.ts';
import { errorOfCall } from '../../../test/fixtures/server/test-app.ts';

let fixture: AgeFixture;
beforeAll(async () => {
  fixture = await createAgeFixture();
});
afterAll(() => fixture.app.close());

describe('a webhook event', () => {
  it('is applied once, with the provider’s own record', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    // The check is not decided yet: a webhook event alone proves nothing.
    expect((await fixture.sendWebhook(url)).status).toBe(200);
    expect(await isAdult(person)).toBe(false);
    await fixture.changeRecord(url, approvedCheckSql);
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.sendWebhook(url)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await isAdult(person)).toBe(true);
    const { decided_at } = await fixture.rowOf(person);
    await fixture.sendWebhook(url);
    expect((await fixture.rowOf(person)).decided_at).toEqual(decided_at);
  });

  it('that is replayed does not restore access', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    await pressCheckButton(url, 'approve');
    await fixture.app.pool.query('UPDATE users SET age_verified_until = NULL WHERE uid = $1', [
      person.uid,
    ]);
    expect((await fixture.sendWebhook(url)).status).toBe(200);
    expect(await isAdult(person)).toBe(false);
  });

  it.each([
    ['forged', () => ({ secret: 'another secret' })],
    ['late', () => ({ at: new Date(Date.now() - 6 * 60_000) })],
    ['from the future', () => ({ at: new Date(Date.now() + 6 * 60_000) })],
  ])('that is %s is refused', async (_what, faultNow) => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    await fixture.changeRecord(url, approvedCheckSql);
    const answer = await fixture.sendWebhook(url, faultNow());
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'webhook_unauthorized' });
    expect(await isAdult(person)).toBe(false);
  });

  it('of a replaced check gives no access', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    await pressCheckButton(url, 'decline');
    await startAgeCheck(person);
    await fixture.changeRecord(url, approvedCheckSql);
    expect((await fixture.sendWebhook(url)).status).toBe(200);
    expect(await isAdult(person)).toBe(false);
    expect(await readAgeState(person)).toMatchObject({ state: 'open' });
  });

  it('of a late refusal does not end an approval', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    await pressCheckButton(url, 'approve');
    await fixture.changeRecord(url, "state = 'declined', verified_until = NULL");
    expect((await fixture.sendWebhook(url)).status).toBe(200);
    expect(await isAdult(person)).toBe(true);
    expect(await readAgeState(person)).toMatchObject({ state: 'approved' });
  });

  it('of an approval without an expiry date gives no access', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    // The sandbox's table forbids an approval without an expiry date, but another provider may send one.
    await fixture.app.pool.query('ALTER TABLE sandbox.age_checks DROP CONSTRAINT age_checks_check');
    await fixture.changeRecord(url, "state = 'approved', event_id = id");
    expect((await fixture.sendWebhook(url)).status).toBe(200);
    expect(await isAdult(person)).toBe(false);
    expect(await readAgeState(person)).toMatchObject({ state: 'open' });
  });

  it('of a check with the reference of another person’s check gives that person no access', async () => {
    const [one, other] = [await fixture.signInNewPerson(), await fixture.signInNewPerson()];
    const [url, otherUrl] = [await startAgeCheck(one), await startAgeCheck(other)];
    const { id } = await fixture.rowOf(other);
    await fixture.changeRecord(otherUrl, "reference = 'another reference'");
    await fixture.changeRecord(url, `reference = '${id}', ${approvedCheckSql}`);
    expect((await fixture.sendWebhook(url)).status).toBe(200);
    expect(await isAdult(one)).toBe(false);
    expect(await isAdult(other)).toBe(false);
  });

  it('is refused for unknown checks and providers and without a body', async () => {
    expect((await fixture.sendWebhook('https://x/age_000000000000')).status).toBe(200);
    const post = (path: string) => fixture.app.fetch(path, { method: 'POST' });
    expect((await post('/api/age/webhooks/other')).status).toBe(404);
    expect((await post('/api/age/webhooks/demo')).status).toBe(401);
  });

  it('is refused with 503 while the provider’s record cannot be read', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    const answer = await fixture.withoutProvider(() => fixture.sendWebhook(url));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBeTruthy();
  });
});

describe('when the provider fails', () => {
  it('starting returns an error, and trying again succeeds', async () => {
    const person = await fixture.signInNewPerson();
    const refusal = await fixture.withoutProvider(() => errorOfCall(startAgeCheck(person)));
    expect(refusal).toMatchObject({ status: 503, code: 'age_check_unavailable' });
    expect(await readAgeState(person)).toMatchObject({ state: 'none' });
    await pressCheckButton(await startAgeCheck(person), 'approve');
    expect(await isAdult(person)).toBe(true);
  });
});

describe('a check that is approved while its page is opened again', () => {
  it('gets no new page', async () => {
    const person = await fixture.signInNewPerson();
    await startAgeCheck(person);
    const { pool } = fixture.app;
    // The provider waits for this lock before it answers with the page.
    await using transaction = await holdTransaction(pool, [
      'LOCK TABLE sandbox.age_checks IN EXCLUSIVE MODE',
    ]);
    const refusal = errorOfCall(startAgeCheck(person, '/service/abc'));
    await transaction.waitForWaiters(1);
    await pool.query(
      `UPDATE age_checks SET state = 'approved', url = NULL, decided_at = now(),
         verified_until = now() + interval '1 year' WHERE uid = $1`,
      [person.uid],
    );
    await transaction.commit();
    expect(await refusal).toMatchObject({ status: 503, code: 'age_check_unavailable' });
    expect(await fixture.rowOf(person)).toMatchObject({ state: 'approved', url: null });
  });
});
