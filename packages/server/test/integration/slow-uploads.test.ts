import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../fixtures/server/test-app.ts';

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAdmin();
});
afterAll(() => app.close());

/** Publishes a post by a form whose second half is sent after `meanwhile`. */
async function publishSlowly(
  { tokens }: TestPerson,
  meanwhile: () => Promise<unknown>,
): Promise<Response> {
  const parts = [
    '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nDeva',
    'gar\r\n--x--\r\n',
  ];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (parts.length === 1) await meanwhile();
      controller.enqueue(new TextEncoder().encode(parts.shift()));
      if (parts.length === 0) controller.close();
    },
  });
  const headers = {
    authorization: `Bearer ${tokens.accessToken}`,
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
