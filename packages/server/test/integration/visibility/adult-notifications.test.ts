import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipEntries } from '../../fixtures/checks/zip-entries.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';
import { type AdultContent, createAdultContent, secretWords } from './adult-content.ts';

/**
 * Notifications that people without an age check get about content for adults that concerns them: what they
 * reported, commented on and liked before it was marked, and what was decided about their own. What
 * can be asked for is walked by `adults-crawl.test.ts`.
 */

let app: TestApp;
let content: AdultContent;
/** Without an age check: liked, commented on and reported a post before the team marked it. */
let reader: TestPerson;
/** Without an age check: wrote that post. */
let author: TestPerson;
let admin: TestPerson;
let post: string;

const [, , , , , , posted, , commented] = secretWords;

const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function ask<T>(person: TestPerson, path: string, init?: RequestInit): Promise<T> {
  const answer = await person.fetch(path, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

async function report(about: TestPerson, fields: object): Promise<string> {
  const texts = { title: 'Estranho', description: 'Olhem isto.', reportedUserId: about.uid };
  const body = json({ emailType: 'report', emailData: { ...texts, ...fields } });
  return (await ask<{ id: string }>(reader, '/email/send', body)).id;
}

/** A post for all that people talk about, until the team marks it; answers its uid. */
async function markLater(): Promise<string> {
  const form = new FormData();
  form.set('title', `Hoje ${posted}`);
  form.set('description', posted);
  const made = { method: 'POST', body: form };
  const { post } = await ask<{ post: { uid: string } }>(author, '/api/social/post/', made);
  await ask(reader, `/api/social/post/${post.uid}/like`, { method: 'PUT' });
  const comment = (by: TestPerson, text: string) =>
    ask<{ comment: { id: string } }>(by, `/api/social/comment/${post.uid}/`, json({ text }));
  await comment(reader, 'Oi.');
  const theirs = await comment(content.people.buyer, `Que ${commented}`);
  const cases = [
    await report(author, { reportedPostId: post.uid }),
    await report(content.people.buyer, {
      reportedPostId: post.uid,
      reportedCommentId: theirs.comment.id,
    }),
  ];
  const subject = { kind: 'post', id: post.uid };
  await ask(admin, '/api/admin/actions', json({ action: 'blur', subject, reason: 'Só +18.' }));
  for (const id of cases) {
    const verdict = { outcome: 'upheld', reason: 'Obrigada por contar.' };
    await ask(admin, `/api/admin/cases/${id}/decision`, json(verdict));
  }
  return post.uid;
}

beforeAll(async () => {
  app = await startTestApp();
  content = await createAdultContent(app);
  [reader, author, admin] = [
    content.people.unchecked,
    await app.person('autora'),
    await app.admin(),
  ];
  post = await markLater();
});
afterAll(() => app.close());

const words = (text: string) =>
  secretWords.filter((word) => text.toLowerCase().includes(word.toLowerCase()));

interface OutboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The mails to a person, once as many have come. */
async function mailsTo(email: string, count: number): Promise<OutboxMail[]> {
  const find = async () => {
    const answer = (await (await app.fetch('/dev/outbox')).json()) as { emails: OutboxMail[] };
    return answer.emails.filter(({ to }) => to === email);
  };
  await expect.poll(async () => (await find()).length).toBe(count);
  return find();
}

async function copyOf(person: TestPerson) {
  const response = await person.fetch('/api/users/me/export');
  expect(response.status).toBe(200);
  return zipEntries(Buffer.from(await response.arrayBuffer()));
}

const places = [
  '/api/cases',
  '/api/decisions',
  '/api/notifications',
  '/api/users/me/exports',
] as const;

describe('a person without an age check', () => {
  test.each(places)('reads nothing of it at %s', async (path) => {
    for (const person of [reader, author]) {
      const answer = await person.fetch(path);
      expect(answer.status).toBe(200);
      expect(words(await answer.text())).toEqual([]);
    }
  });

  test('gets the outcome of a report, without its content', async () => {
    const { cases } = await reader.api.moderation.listOwnCases({ query: {} });
    expect(cases.map(({ title, outcome }) => ({ title, outcome }))).toEqual([
      { title: 'Estranho', outcome: 'upheld' },
      { title: 'Estranho', outcome: 'upheld' },
    ]);
  });

  test('gets decisions about own content with the reason, but not the content', async () => {
    const about = async () => {
      const { decisions } = await author.api.moderation.listDecisions({ query: {} });
      return decisions.map(({ subject, reason }) => ({ ...subject, reason }));
    };
    const fields = { kind: 'post', id: post, reason: 'Só +18.' };
    expect(await about()).toEqual([{ ...fields, excerpt: '' }]);
    await app.pool.query(
      `UPDATE users SET age_verified_until = now() + interval '1 year' WHERE uid = $1`,
      [author.uid],
    );
    expect(await about()).toEqual([{ ...fields, excerpt: `Hoje ${posted}` }]);
    await app.pool.query('UPDATE users SET age_verified_until = NULL WHERE uid = $1', [author.uid]);
  });

  test('is mailed no word of it', async () => {
    const [mail] = await mailsTo(author.email, 1);
    expect(mail?.text).toContain('Só +18.');
    expect(words(JSON.stringify(mail))).toEqual([]);
    expect(await mailsTo(reader.email, 0)).toEqual([]);
  });

  test('finds none of it in the copy of their data, but what they wrote themselves', async () => {
    const found = (entries: Awaited<ReturnType<typeof copyOf>>) =>
      entries.flatMap(({ name, bytes }) =>
        words(`${name}\n${bytes.toString('utf8')}`).map((word) => `${name}: ${word}`),
      );
    expect(found(await copyOf(reader))).toEqual([]);
    // What a person wrote is theirs (LGPD), whoever may see it in the product.
    const own = found(await copyOf(author));
    expect(own).toContain(`publicacoes.json: ${posted}`);
    expect(own.filter((one) => one.endsWith(commented))).toEqual([]);
  });

  test('and leaves no word of it in what is counted', async () => {
    const event = { name: 'view_item', category: 'nudez' };
    const counted = await app.fetch('/api/analytics/events', json({ events: [event] }));
    expect(counted.status).toBe(204);
    const { rows } = await app.pool.query('SELECT * FROM analytics_counts');
    expect(words(JSON.stringify(rows))).toEqual([]);
  });
});

describe('the team', () => {
  // Who decides has to see what it is about; nowhere else does being an admin open anything.
  test('reads reported content in the moderation queue, without an age check of its own', async () => {
    const { items } = await admin.api.moderationQueue.listQueue({ query: { state: 'closed' } });
    const answer = await admin.fetch(`/api/admin/cases/${items[0]?.id}`);
    expect(words(await answer.text())).toContain(commented);
  });

  test.each([
    '/api/social/posts',
    '/api/services?category=nudez',
    `/api/services?q=${secretWords[0]}`,
    '/api/notifications',
    '/api/cases',
  ])('but nothing for adults at %s', async (path) => {
    expect(words(await (await admin.fetch(path)).text())).toEqual([]);
  });

  test('nor by name at the place itself', async () => {
    const asked = [`/api/social/post/${post}`, `/api/services/${content.services[0]?.id}`];
    for (const path of asked) expect((await admin.fetch(path)).status).toBe(403);
  });
});
