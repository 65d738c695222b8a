import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, startTestApp, type TestApp, type TestPerson } from '../../../test/harness.ts';
import { deriveSecrets } from '../../platform/secrets.ts';

const SECRET = 'a secret of the tests that is long enough to be one';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TOKEN_SECRET: SECRET } });
});
afterAll(() => app.close());

let count = 0;
function someone() {
  count += 1;
  return app.person(`pessoa${count}`);
}
const start = async (person: TestPerson, returnTo?: string) =>
  (await person.api.age.startAgeVerification({ body: returnTo ? { returnTo } : {} })).url;
const press = (url: string, button: string, init: RequestInit = {}) =>
  fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual', ...init });
const isAdult = async (person: TestPerson) => (await person.api.users.getMe({})).ageVerified;
const stateOf = (person: TestPerson) => person.api.age.getAgeVerification({});
const idOf = (url: string) => url.split('/').at(-1) ?? '';
const rowOf = async (person: TestPerson) =>
  (await app.pool.query('SELECT * FROM age_checks WHERE uid = $1', [person.uid])).rows[0];

/** A notification as the provider would send it. */
function notice(url: string, { at = new Date(), secret }: { at?: Date; secret?: string } = {}) {
  const key = secret ?? deriveSecrets(SECRET).of('demo age webhooks');
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, checkId: idOf(url) });
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
  return app.fetch('/api/age/webhooks/demo', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-sandbox-signature': `t=${seconds},v1=${signature}`,
    },
    body,
  });
}

/** The provider's own record, changed behind everybody's back. */
const record = (url: string, set: string) =>
  app.pool.query(`UPDATE sandbox.age_checks SET ${set} WHERE id = $1`, [idOf(url)]);
const saysYes = "state = 'approved', event_id = id, verified_until = now() + interval '1 year'";

describe('starting an age check', () => {
  it('needs a token', async () => {
    const answer = await app.fetch('/api/age/verification', { method: 'POST' });
    expect(answer.status).toBe(401);
  });

  it('answers 201 and the provider’s page, without a body too', async () => {
    const person = await someone();
    const answer = await person.fetch('/api/age/verification', { method: 'POST' });
    expect(answer.status).toBe(201);
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
    const person = await someone();
    const urls = await Promise.all(Array.from({ length: 20 }, () => start(person)));
    expect(new Set(urls).size).toBe(1);
    expect(await start(person)).toBe(urls[0]);
  });

  it('leads back to the newest place', async () => {
    const person = await someone();
    const url = await start(person, '/service/x');
    expect(await start(person, '/user/settings?aba=conta')).toBe(url);
    const page = await press(url, 'decline', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(303);
    expect(page.headers.get('location')).toBe(`${app.program.publicUrl}/user/settings?aba=conta`);
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
    const person = await someone();
    const refused = await person.fetch('/api/age/verification', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ returnTo }),
    });
    expect(refused.status).toBe(400);
  });

  it('tells the provider nothing of the person but an opaque reference', async () => {
    const person = await someone();
    const url = await start(person);
    const { rows } = await app.pool.query('SELECT * FROM sandbox.age_checks WHERE id = $1', [
      idOf(url),
    ]);
    const told = JSON.stringify(rows[0]);
    const { uid, email, user } = person;
    for (const own of [uid, email, user.username, user.displayName])
      expect(told).not.toContain(own);
  });

  it('begins anew when the open one ran out', async () => {
    const person = await someone();
    const url = await start(person);
    await app.pool.query("UPDATE age_checks SET closes_at = now() - interval '1 second'");
    expect(await stateOf(person)).toMatchObject({ state: 'none' });
    expect(await start(person)).not.toBe(url);
  });
});

describe('the outcome', () => {
  it('of a yes stands right after the answer, with method and end and nothing else', async () => {
    const person = await someone();
    const url = await start(person);
    const answer = await press(url, 'approve');
    expect(answer.status).toBe(200);
    expect(await isAdult(person)).toBe(true);
    const { method, verifiedUntil, state } = await stateOf(person);
    expect({ method, state }).toEqual({ method: 'sandbox', state: 'approved' });
    const days = (Date.parse(verifiedUntil ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    expect(await rowOf(person)).toMatchObject({ state: 'approved', url: null });
  });

  it('of a yes is refused a second time', async () => {
    const person = await someone();
    await press(await start(person), 'approve');
    const again = await refusal(person.api.age.startAgeVerification({ body: {} }));
    expect(again).toMatchObject({ status: 409, code: 'already_adult' });
  });

  it('of a yes leads a browser back to where the person was', async () => {
    const person = await someone();
    const url = await start(person, '/service/abc');
    const page = await press(url, 'approve', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(303);
    expect(page.headers.get('location')).toBe(`${app.program.publicUrl}/service/abc`);
  });

  it('of a no opens nothing, and may be tried again', async () => {
    const person = await someone();
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
    const person = await someone();
    const url = await start(person);
    await press(url, 'decline');
    expect((await press(url, 'approve')).status).toBe(200);
    expect(await isAdult(person)).toBe(true);
    expect((await press(url, 'decline')).status).toBe(409);
    expect(await isAdult(person)).toBe(true);
  });

  it('of a race of yeses is one yes', async () => {
    const person = await someone();
    const url = await start(person);
    const pressed = await Promise.all(
      Array.from({ length: 20 }, (_, n) => press(url, n % 2 ? 'approve' : 'decline')),
    );
    await press(url, 'approve');
    expect(pressed.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await isAdult(person)).toBe(true);
    expect(await rowOf(person)).toMatchObject({ state: 'approved' });
  });

  it('ends with its time', async () => {
    const person = await someone();
    await press(await start(person), 'approve');
    await app.pool.query(
      "UPDATE users SET age_verified_until = now() - interval '1 second' WHERE uid = $1",
      [person.uid],
    );
    await app.pool.query(
      "UPDATE age_checks SET verified_until = now() - interval '1 second' WHERE uid = $1",
      [person.uid],
    );
    expect(await isAdult(person)).toBe(false);
    expect(await stateOf(person)).toMatchObject({ state: 'none', verifiedUntil: null });
    await press(await start(person), 'approve');
    expect(await isAdult(person)).toBe(true);
  });

  it('is found by asking when its notification is lost', async () => {
    const person = await someone();
    const url = await start(person);
    await record(url, saysYes);
    expect(await isAdult(person)).toBe(false);
    expect(await stateOf(person)).toMatchObject({ state: 'approved' });
    expect(await isAdult(person)).toBe(true);
  });

  it('is another person’s business to nobody', async () => {
    const [one, other] = [await someone(), await someone()];
    const url = await start(one);
    await start(other);
    await press(url, 'approve');
    expect(await isAdult(other)).toBe(false);
    expect(await stateOf(other)).toMatchObject({ state: 'open' });
  });
});

describe('a notification', () => {
  it('is applied once, by what the provider itself says', async () => {
    const person = await someone();
    const url = await start(person);
    // Nothing has been answered: the notification alone proves nothing.
    expect((await notice(url)).status).toBe(200);
    expect(await isAdult(person)).toBe(false);
    await record(url, saysYes);
    const answers = await Promise.all(Array.from({ length: 20 }, () => notice(url)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await isAdult(person)).toBe(true);
    const { decided_at } = await rowOf(person);
    await notice(url);
    expect((await rowOf(person)).decided_at).toEqual(decided_at);
  });

  it('that is replayed gives back no right that was taken', async () => {
    const person = await someone();
    const url = await start(person);
    await press(url, 'approve');
    await app.pool.query('UPDATE users SET age_verified_until = NULL WHERE uid = $1', [person.uid]);
    expect((await notice(url)).status).toBe(200);
    expect(await isAdult(person)).toBe(false);
  });

  it.each([
    ['forged', { secret: 'another secret' }],
    ['late', { at: new Date(Date.now() - 6 * 60_000) }],
    ['from the future', { at: new Date(Date.now() + 6 * 60_000) }],
  ])('that is %s is refused', async (_what, how) => {
    const person = await someone();
    const url = await start(person);
    await record(url, saysYes);
    const answer = await notice(url, how);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'webhook_unauthorized' });
    expect(await isAdult(person)).toBe(false);
  });

  it('of a check that a newer one replaced opens nothing', async () => {
    const person = await someone();
    const url = await start(person);
    await press(url, 'decline');
    await start(person);
    await record(url, saysYes);
    expect((await notice(url)).status).toBe(200);
    expect(await isAdult(person)).toBe(false);
    expect(await stateOf(person)).toMatchObject({ state: 'open' });
  });

  it('of no check, to no provider, without a body', async () => {
    expect((await notice('https://x/age_000000000000')).status).toBe(200);
    const post = (path: string) => app.fetch(path, { method: 'POST' });
    expect((await post('/api/age/webhooks/other')).status).toBe(404);
    expect((await post('/api/age/webhooks/demo')).status).toBe(401);
  });

  it('is refused with 503 while the provider’s record cannot be read', async () => {
    const person = await someone();
    const url = await start(person);
    await app.pool.query('ALTER TABLE sandbox.age_checks RENAME TO gone');
    const answer = await notice(url).finally(() =>
      app.pool.query('ALTER TABLE sandbox.gone RENAME TO age_checks'),
    );
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBeTruthy();
  });
});

describe('when the provider fails', () => {
  it('starting says so, and asking again puts it right', async () => {
    const person = await someone();
    await app.pool.query('ALTER TABLE sandbox.age_checks RENAME TO gone');
    const refused = await refusal(start(person)).finally(() =>
      app.pool.query('ALTER TABLE sandbox.gone RENAME TO age_checks'),
    );
    expect(refused).toMatchObject({ status: 503, code: 'age_check_unavailable' });
    expect(await stateOf(person)).toMatchObject({ state: 'none' });
    await press(await start(person), 'approve');
    expect(await isAdult(person)).toBe(true);
  });
});

describe('a closed account', () => {
  it('leaves nothing of its age check, and gets no right any more', async () => {
    const person = await someone();
    const url = await start(person);
    expect((await person.fetch('/api/users/delete', { method: 'DELETE' })).status).toBe(204);
    expect(await rowOf(person)).toBeUndefined();
    expect((await press(url, 'approve')).status).toBe(200);
    const { rows } = await app.pool.query('SELECT age_verified_until FROM users WHERE uid = $1', [
      person.uid,
    ]);
    expect(rows).toEqual([{ age_verified_until: null }]);
  });

  it('is closed before or after a yes, never beside it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await someone();
      const url = await start(person);
      const [, closed] = await Promise.all([
        press(url, 'approve'),
        person.fetch('/api/users/delete', { method: 'DELETE' }),
      ]);
      expect(closed.status).toBe(204);
      expect(await rowOf(person)).toBeUndefined();
    }
  });
});

describe('the sandbox’s page', () => {
  it('says what it is and runs nothing', async () => {
    const url = await start(await someone(), '/service/abc');
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toContain('Ambiente de testes');
    expect(text).toContain(`href="${app.program.publicUrl}/service/abc"`);
    expect(text).not.toContain('<script');
  });

  it('of no check is a 404', async () => {
    for (const id of ['x', 'age_unknown', '%00', 'age_..%2F..']) {
      const page = await app.fetch(`/sandbox/age/${id}`, { headers: { accept: 'text/html' } });
      expect([400, 404]).toContain(page.status);
    }
    expect((await app.fetch('/sandbox/age/age_unknown/approve', { method: 'POST' })).status).toBe(
      404,
    );
  });

  it('gives its API to nobody without the key', async () => {
    const url = await start(await someone());
    expect((await app.fetch(`/sandbox/age/v1/checks/${idOf(url)}`)).status).toBe(401);
    expect((await app.fetch('/sandbox/age/v1/checks', { method: 'POST' })).status).toBe(401);
  });
});
