import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AgeFixture,
  approvedCheckSql,
  checkIdOf,
  createAgeFixture,
  isAdult,
  pressCheckButton,
  readAgeState,
  startAgeCheck,
} from '../../../test/fixtures/modules/age-fixture.ts';
import { errorOfCall } from '../../../test/fixtures/server/test-app.ts';

let fixture: AgeFixture;
beforeAll(async () => {
  fixture = await createAgeFixture();
});
afterAll(() => fixture.app.close());

describe('starting an age check', () => {
  it('needs a token', async () => {
    const answer = await fixture.app.fetch('/api/age/verification', { method: 'POST' });
    expect(answer.status).toBe(401);
  });

  it('returns the provider’s page, also without a body', async () => {
    const person = await fixture.signInNewPerson();
    const answer = await person.fetch('/api/age/verification', { method: 'POST' });
    expect(answer.status).toBe(200);
    const { url } = (await answer.json()) as { url: string };
    expect(url).toMatch(/\/sandbox\/age\/age_[\w-]+$/);
    expect(await readAgeState(person)).toEqual({
      state: 'open',
      method: null,
      verifiedUntil: null,
      available: true,
    });
  });

  it('continues the open one, also repeatedly', async () => {
    const person = await fixture.signInNewPerson();
    const urls = await Promise.all(Array.from({ length: 20 }, () => startAgeCheck(person)));
    expect(new Set(urls).size).toBe(1);
    expect(await startAgeCheck(person)).toBe(urls[0]);
  });

  it('leads back to the latest path', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person, '/service/x');
    expect(await startAgeCheck(person, '/user/settings?aba=conta')).toBe(url);
    const page = await pressCheckButton(url, 'decline', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(303);
    expect(page.headers.get('location')).toBe(
      `${fixture.app.program.publicUrl}/user/settings?aba=conta`,
    );
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/a b',
    `/${'x'.repeat(500)}`,
    '',
  ])('leads nowhere else: %j', async (returnTo) => {
    const person = await fixture.signInNewPerson();
    const response = await person.fetch('/api/age/verification', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ returnTo }),
    });
    expect(response.status).toBe(400);
  });

  it('sends only an opaque reference to the provider', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    const { rows } = await fixture.app.pool.query(
      'SELECT * FROM sandbox.age_checks WHERE id = $1',
      [checkIdOf(url)],
    );
    const storedText = JSON.stringify(rows[0]);
    const { uid, email, user } = person;
    for (const personalText of [uid, email, user.username, user.displayName])
      expect(storedText).not.toContain(personalText);
  });

  it('starts a new one when the open one expired', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    await fixture.app.pool.query("UPDATE age_checks SET closes_at = now() - interval '1 second'");
    expect(await readAgeState(person)).toMatchObject({ state: 'none' });
    expect(await startAgeCheck(person)).not.toBe(url);
  });
});

describe('the outcome', () => {
  it('of an approval is stored at once, with method and expiry only', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    const answer = await pressCheckButton(url, 'approve');
    expect(answer.status).toBe(200);
    expect(await isAdult(person)).toBe(true);
    const { method, verifiedUntil, state } = await readAgeState(person);
    expect({ method, state }).toEqual({ method: 'sandbox', state: 'approved' });
    const daysLeft = (Date.parse(verifiedUntil ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(daysLeft)).toBe(365);
    expect(await fixture.rowOf(person)).toMatchObject({ state: 'approved', url: null });
  });

  it('of an approval makes a second start fail', async () => {
    const person = await fixture.signInNewPerson();
    await pressCheckButton(await startAgeCheck(person), 'approve');
    const secondError = await errorOfCall(person.api.age.startAgeVerification({ body: {} }));
    expect(secondError).toMatchObject({ status: 409, code: 'already_adult' });
  });

  it('of an approval leads the browser back', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person, '/service/abc');
    const page = await pressCheckButton(url, 'approve', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(303);
    expect(page.headers.get('location')).toBe(`${fixture.app.program.publicUrl}/service/abc`);
  });

  it('of a refusal gives no access, and can be tried again', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    expect((await pressCheckButton(url, 'decline')).status).toBe(200);
    expect(await isAdult(person)).toBe(false);
    expect(await readAgeState(person)).toMatchObject({ state: 'declined' });
    const secondUrl = await startAgeCheck(person);
    expect(secondUrl).not.toBe(url);
    await pressCheckButton(secondUrl, 'approve');
    expect(await isAdult(person)).toBe(true);
  });

  it('can become an approval on the same page', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    await pressCheckButton(url, 'decline');
    expect((await pressCheckButton(url, 'approve')).status).toBe(200);
    expect(await isAdult(person)).toBe(true);
    expect((await pressCheckButton(url, 'decline')).status).toBe(409);
    expect(await isAdult(person)).toBe(true);
  });

  it('of concurrent approvals is one approval', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => pressCheckButton(url, n % 2 ? 'approve' : 'decline')),
    );
    await pressCheckButton(url, 'approve');
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await isAdult(person)).toBe(true);
    expect(await fixture.rowOf(person)).toMatchObject({ state: 'approved' });
  });

  it('expires', async () => {
    const person = await fixture.signInNewPerson();
    await pressCheckButton(await startAgeCheck(person), 'approve');
    await fixture.app.pool.query(
      "UPDATE users SET age_verified_until = now() - interval '1 second' WHERE uid = $1",
      [person.uid],
    );
    await fixture.app.pool.query(
      "UPDATE age_checks SET verified_until = now() - interval '1 second' WHERE uid = $1",
      [person.uid],
    );
    expect(await isAdult(person)).toBe(false);
    expect(await readAgeState(person)).toMatchObject({ state: 'none', verifiedUntil: null });
    await pressCheckButton(await startAgeCheck(person), 'approve');
    expect(await isAdult(person)).toBe(true);
  });

  it('is looked up when its webhook is lost', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    await fixture.changeRecord(url, approvedCheckSql);
    expect(await isAdult(person)).toBe(false);
    expect(await readAgeState(person)).toMatchObject({ state: 'approved' });
    expect(await isAdult(person)).toBe(true);
  });

  it('is not visible to others', async () => {
    const [one, other] = [await fixture.signInNewPerson(), await fixture.signInNewPerson()];
    const url = await startAgeCheck(one);
    await startAgeCheck(other);
    await pressCheckButton(url, 'approve');
    expect(await isAdult(other)).toBe(false);
    expect(await readAgeState(other)).toMatchObject({ state: 'open' });
  });
});

describe('a closed account', () => {
  it('has no age check and gets no access', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    expect((await person.fetch('/api/users/delete', { method: 'DELETE' })).status).toBe(204);
    expect(await fixture.rowOf(person)).toBeUndefined();
    expect((await pressCheckButton(url, 'approve')).status).toBe(200);
    const { rows } = await fixture.app.pool.query(
      'SELECT age_verified_until FROM users WHERE uid = $1',
      [person.uid],
    );
    expect(rows).toEqual([{ age_verified_until: null }]);
  });

  it('is closed before or after an approval', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await fixture.signInNewPerson();
      const url = await startAgeCheck(person);
      const [, closed] = await Promise.all([
        pressCheckButton(url, 'approve'),
        person.fetch('/api/users/delete', { method: 'DELETE' }),
      ]);
      expect(closed.status).toBe(204);
      expect(await fixture.rowOf(person)).toBeUndefined();
    }
  });
});

describe('the sandbox’s page', () => {
  it('says what it is and has no scripts', async () => {
    const url = await startAgeCheck(await fixture.signInNewPerson(), '/service/abc');
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toContain('Ambiente de testes');
    expect(text).toContain(`href="${fixture.app.program.publicUrl}/service/abc"`);
    expect(text).not.toContain('<script');
  });

  it('of an unknown check is a 404', async () => {
    for (const id of ['x', 'age_unknown', '%00', 'age_..%2F..']) {
      const page = await fixture.app.fetch(`/sandbox/age/${id}`, {
        headers: { accept: 'text/html' },
      });
      expect([400, 404]).toContain(page.status);
    }
    expect(
      (await fixture.app.fetch('/sandbox/age/age_unknown/approve', { method: 'POST' })).status,
    ).toBe(404);
  });

  it('refuses API calls without the key', async () => {
    const url = await startAgeCheck(await fixture.signInNewPerson());
    expect((await fixture.app.fetch(`/sandbox/age/v1/checks/${checkIdOf(url)}`)).status).toBe(401);
    expect((await fixture.app.fetch('/sandbox/age/v1/checks', { method: 'POST' })).status).toBe(
      401,
    );
  });
});
