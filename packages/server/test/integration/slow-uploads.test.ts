import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPng } from '../fixtures/data/pictures.ts';
import { fakeClock } from '../fixtures/fakes/fake-clock.ts';
import { startTestApp, type TestApp, type TestPerson } from '../fixtures/server/test-app.ts';

const clock = fakeClock(new Date().toISOString());
let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ clock });
  admin = await app.signInAdmin();
});
afterAll(() => app.close());

const hasReservation = async ({ uid }: TestPerson) => {
  const { rowCount } = await app.pool.query('SELECT FROM uploads WHERE owner_id = $1', [uid]);
  return rowCount === 1;
};

/**
 * Publishes a post with a picture by a form whose last field is sent after `meanwhile`, which runs once the server
 * receives the picture.
 */
async function publishSlowly(
  person: TestPerson,
  meanwhile: () => Promise<unknown>,
  sensitive = false,
): Promise<Response> {
  const partOf = (headers: string) => `--x\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`;
  const chunks = [
    partOf('name="photo"; filename="foto.png"\r\nContent-Type: image/png'),
    await buildPng(),
    `\r\n${partOf('name="sensitive"')}${sensitive}\r\n${partOf('name="title"')}Devagar\r\n--x--\r\n`,
  ].map((chunk) => Buffer.from(chunk));
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (chunks.length === 1) {
        await expect.poll(() => hasReservation(person)).toBe(true);
        await meanwhile();
      }
      controller.enqueue(chunks.shift() ?? Buffer.alloc(0));
      if (chunks.length === 0) controller.close();
    },
  });
  const headers = {
    authorization: `Bearer ${person.tokens.accessToken}`,
    'content-type': 'multipart/form-data; boundary=x',
  };
  return app.fetch('/api/social/post/', { method: 'POST', headers, body, duplex: 'half' });
}

const countPosts = async ({ uid }: TestPerson) =>
  (await app.pool.query('SELECT FROM posts WHERE author_id = $1', [uid])).rowCount;

it.each([
  [
    'the session ends',
    ({ tokens: { refreshToken } }: TestPerson) =>
      app.visitor.identity.logout({ body: { refreshToken } }),
    { status: 401, code: 'token_invalid' },
  ],
  [
    'the person is suspended',
    ({ uid }: TestPerson) =>
      admin.api.moderationActions.applyAction({
        body: { action: 'suspend', subject: { kind: 'user', id: uid }, reason: 'Spam', days: 1 },
      }),
    { status: 403, code: 'account_suspended' },
  ],
] as const)('stores nothing of an upload during which %s', async (_, end, { status, code }) => {
  const person = await app.signIn(`Lenta-${status}`);
  expect((await publishSlowly(person, async () => undefined)).status).toBe(201);
  const refusedResponse = await publishSlowly(person, () => end(person));
  expect(refusedResponse.status).toBe(status);
  expect(await refusedResponse.json()).toMatchObject({ code });
  expect(await countPosts(person)).toBe(1);
});

it('uses the age check as it is after the upload', async () => {
  const person = await app.signIn('Lenta-adulta');
  const setCheckEnd = (end: string) =>
    app.pool.query(`UPDATE users SET age_verified_until = now() + ${end} WHERE uid = $1`, [
      person.uid,
    ]);
  await setCheckEnd("interval '1 hour'");
  const response = await publishSlowly(person, () => setCheckEnd("interval '-1 hour'"), true);
  expect(await response.json()).toMatchObject({ post: { withheld: true } });
});

it('stores an upload that takes longer than the access token is valid', async () => {
  const person = await app.signIn('Paciente');
  const response = await publishSlowly(person, async () => clock.advance(16 * 60_000));
  clock.advance(-16 * 60_000);
  expect(response.status).toBe(201);
});
