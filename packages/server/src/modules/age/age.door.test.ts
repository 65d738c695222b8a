import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AgeRig,
  createAgeRig,
  idOf,
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

describe('starting an age check', () => {
  it('needs a token', async () => {
    const answer = await rig.app.fetch('/api/age/verification', { method: 'POST' });
    expect(answer.status).toBe(401);
  });

  it('answers with the provider’s page, without a body too', async () => {
    const person = await rig.someone();
    const answer = await person.fetch('/api/age/verification', { method: 'POST' });
    expect(answer.status).toBe(200);
    const { url } = (await answer.json()) as { url: string };
    expect(url).toMatch(/\/sandbox\/age\/age_[\w-]+$/);
    expect(await stateOf(person)).toEqual({
      state: 'open',
      method: null,
      verifiedUntil: null,
      available: true,
    });
  });

  it('goes on with the one that is open, however often it is asked', async () => {
    const person = await rig.someone();
    const urls = await Promise.all(Array.from({ length: 20 }, () => start(person)));
    expect(new Set(urls).size).toBe(1);
    expect(await start(person)).toBe(urls[0]);
  });

  it('leads back to the newest place', async () => {
    const person = await rig.someone();
    const url = await start(person, '/service/x');
    expect(await start(person, '/user/settings?aba=conta')).toBe(url);
    const page = await press(url, 'decline', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(303);
    expect(page.headers.get('location')).toBe(
      `${rig.app.program.publicUrl}/user/settings?aba=conta`,
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
    const person = await rig.someone();
    const refused = await person.fetch('/api/age/verification', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ returnTo }),
    });
    expect(refused.status).toBe(400);
  });

  it('tells the provider nothing of the person but an opaque reference', async () => {
    const person = await rig.someone();
    const url = await start(person);
    const { rows } = await rig.app.pool.query('SELECT * FROM sandbox.age_checks WHERE id = $1', [
      idOf(url),
    ]);
    const told = JSON.stringify(rows[0]);
    const { uid, email, user } = person;
    for (const own of [uid, email, user.username, user.displayName])
      expect(told).not.toContain(own);
  });

  it('begins anew when the open one ran out', async () => {
    const person = await rig.someone();
    const url = await start(person);
    await rig.app.pool.query("UPDATE age_checks SET closes_at = now() - interval '1 second'");
    expect(await stateOf(person)).toMatchObject({ state: 'none' });
    expect(await start(person)).not.toBe(url);
  });
});

describe('the outcome', () => {
  it('of a yes stands right after the answer, with method and end and nothing else', async () => {
    const person = await rig.someone();
    const url = await start(person);
    const answer = await press(url, 'approve');
    expect(answer.status).toBe(200);
    expect(await isAdult(person)).toBe(true);
    const { method, verifiedUntil, state } = await stateOf(person);
    expect({ method, state }).toEqual({ method: 'sandbox', state: 'approved' });
    const days = (Date.parse(verifiedUntil ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    expect(await rig.rowOf(person)).toMatchObject({ state: 'approved', url: null });
  });

  it('of a yes is refused a second time', async () => {
    const person = await rig.someone();
    await press(await start(person), 'approve');
    const again = await refusal(person.api.age.startAgeVerification({ body: {} }));
    expect(again).toMatchObject({ status: 409, code: 'already_adult' });
  });

  it('of a yes leads a browser back to where the person was', async () => {
    const person = await rig.someone();
    const url = await start(person, '/service/abc');
    const page = await press(url, 'approve', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(303);
    expect(page.headers.get('location')).toBe(`${rig.app.program.publicUrl}/service/abc`);
  });

  it('of a no opens nothing, and may be tried again', async () => {
    const person = await rig.someone();
    const url = await start(person);
    expect((await press(url, 'decline')).status).toBe(200);
    expect(await isAdult(person)).toBe(false);
    expect(await stateOf(person)).toMatchObject({ state: 'declined' });
    const second = await start(person);
    expect(second).not.toBe(url);
    await press(second, 'approve');
    expect(await isAdult(person)).toBe(true);
  });

  it('may turn to a yes on the same page', async () => {
    const person = await rig.someone();
    const url = await start(person);
    await press(url, 'decline');
    expect((await press(url, 'approve')).status).toBe(200);
    expect(await isAdult(person)).toBe(true);
    expect((await press(url, 'decline')).status).toBe(409);
    expect(await isAdult(person)).toBe(true);
  });

  it('of a race of yeses is one yes', async () => {
    const person = await rig.someone();
    const url = await start(person);
    const pressed = await Promise.all(
      Array.from({ length: 20 }, (_, n) => press(url, n % 2 ? 'approve' : 'decline')),
    );
    await press(url, 'approve');
    expect(pressed.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await isAdult(person)).toBe(true);
    expect(await rig.rowOf(person)).toMatchObject({ state: 'approved' });
  });

  it('ends with its time', async () => {
    const person = await rig.someone();
    await press(await start(person), 'approve');
    await rig.app.pool.query(
      "UPDATE users SET age_verified_until = now() - interval '1 second' WHERE uid = $1",
      [person.uid],
    );
    await rig.app.pool.query(
      "UPDATE age_checks SET verified_until = now() - interval '1 second' WHERE uid = $1",
      [person.uid],
    );
    expect(await isAdult(person)).toBe(false);
    expect(await stateOf(person)).toMatchObject({ state: 'none', verifiedUntil: null });
    await press(await start(person), 'approve');
    expect(await isAdult(person)).toBe(true);
  });

  it('is found by asking when its notification is lost', async () => {
    const person = await rig.someone();
    const url = await start(person);
    await rig.record(url, saysYes);
    expect(await isAdult(person)).toBe(false);
    expect(await stateOf(person)).toMatchObject({ state: 'approved' });
    expect(await isAdult(person)).toBe(true);
  });

  it('is another person’s business to nobody', async () => {
    const [one, other] = [await rig.someone(), await rig.someone()];
    const url = await start(one);
    await start(other);
    await press(url, 'approve');
    expect(await isAdult(other)).toBe(false);
    expect(await stateOf(other)).toMatchObject({ state: 'open' });
  });
});

describe('a closed account', () => {
  it('leaves nothing of its age check, and gets no right any more', async () => {
    const person = await rig.someone();
    const url = await start(person);
    expect((await person.fetch('/api/users/delete', { method: 'DELETE' })).status).toBe(204);
    expect(await rig.rowOf(person)).toBeUndefined();
    expect((await press(url, 'approve')).status).toBe(200);
    const { rows } = await rig.app.pool.query(
      'SELECT age_verified_until FROM users WHERE uid = $1',
      [person.uid],
    );
    expect(rows).toEqual([{ age_verified_until: null }]);
  });

  it('is closed before or after a yes, never beside it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await rig.someone();
      const url = await start(person);
      const [, closed] = await Promise.all([
        press(url, 'approve'),
        person.fetch('/api/users/delete', { method: 'DELETE' }),
      ]);
      expect(closed.status).toBe(204);
      expect(await rig.rowOf(person)).toBeUndefined();
    }
  });
});

describe('the sandbox’s page', () => {
  it('says what it is and runs nothing', async () => {
    const url = await start(await rig.someone(), '/service/abc');
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toContain('Ambiente de testes');
    expect(text).toContain(`href="${rig.app.program.publicUrl}/service/abc"`);
    expect(text).not.toContain('<script');
  });

  it('of no check is a 404', async () => {
    for (const id of ['x', 'age_unknown', '%00', 'age_..%2F..']) {
      const page = await rig.app.fetch(`/sandbox/age/${id}`, { headers: { accept: 'text/html' } });
      expect([400, 404]).toContain(page.status);
    }
    expect(
      (await rig.app.fetch('/sandbox/age/age_unknown/approve', { method: 'POST' })).status,
    ).toBe(404);
  });

  it('gives its API to nobody without the key', async () => {
    const url = await start(await rig.someone());
    expect((await rig.app.fetch(`/sandbox/age/v1/checks/${idOf(url)}`)).status).toBe(401);
    expect((await rig.app.fetch('/sandbox/age/v1/checks', { method: 'POST' })).status).toBe(401);
  });
});
