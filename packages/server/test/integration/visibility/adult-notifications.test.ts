import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readZipEntries } from '../../fixtures/checks/zip-entries.ts';
import type { PushBrowser } from '../../fixtures/clients/push-browser.ts';
import {
  createNotificationDeliveryFixture,
  type NotificationDeliveryFixture,
} from '../../fixtures/modules/notification-delivery-fixture.ts';
import type { TestPerson } from '../../fixtures/server/test-app.ts';
import {
  type AdultContent,
  ageSixteenSettings,
  becomeAdult,
  createAdultContent,
  secretWords,
} from './adult-content.ts';

/*
 * What people receive without requesting it, and in their data export, about adult content that concerns them: content
 * that they reported, commented on or liked before it was marked, decisions about their own content, and later activity
 * of others. Requested content is covered by `adults-crawl.test.ts`.
 */

/**
 * What people of an age group have proven: until when they count as 18 and as 16 (SQL times), and whether they may read
 * content for adults.
 */
interface AgeGroup {
  readonly eighteenUntil: string;
  readonly sixteenUntil: string;
  readonly mayReadAdultContent: boolean;
}

const validUntilSql = "now() + interval '1 year'";
const expiredSql = "now() - interval '1 minute'";
const ageGroups: Readonly<Record<string, AgeGroup>> = {
  'without a check': { eighteenUntil: 'NULL', sixteenUntil: 'NULL', mayReadAdultContent: false },
  'with a check for 16': {
    eighteenUntil: 'NULL',
    sixteenUntil: validUntilSql,
    mayReadAdultContent: false,
  },
  'with a check that has lapsed': {
    eighteenUntil: expiredSql,
    sixteenUntil: expiredSql,
    mayReadAdultContent: false,
  },
  'with a check for 18': {
    eighteenUntil: validUntilSql,
    sixteenUntil: 'NULL',
    mayReadAdultContent: true,
  },
};

let fixture: NotificationDeliveryFixture;
let adultContent: AdultContent;
let admin: TestPerson;

beforeAll(async () => {
  fixture = await createNotificationDeliveryFixture(ageSixteenSettings);
  adultContent = await createAdultContent(fixture.app);
  admin = await fixture.app.signInAdmin();
});
afterAll(() => fixture.close());

const [, , , , , , posted, , commented] = secretWords;

const jsonRequest = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function fetchAs<T>(person: TestPerson, path: string, init?: RequestInit): Promise<T> {
  const answer = await person.fetch(path, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const commentOnPost = (person: TestPerson, post: string, text: string) =>
  fetchAs<{ comment: { id: string } }>(
    person,
    `/api/social/comment/${post}/`,
    jsonRequest({ text }),
  );

async function reportPerson(
  reporter: TestPerson,
  reportedPerson: TestPerson,
  reportFields: object,
): Promise<string> {
  const texts = {
    title: 'Estranho',
    description: 'Olhem isto.',
    reportedUserId: reportedPerson.uid,
  };
  const body = jsonRequest({ emailType: 'report', emailData: { ...texts, ...reportFields } });
  return (await fetchAs<{ id: string }>(reporter, '/email/send', body)).id;
}

interface ConcernedPeople {
  /** The person liked, commented on and reported the author's post before the team marked it. */
  readonly reader: TestPerson;
  readonly author: TestPerson;
  readonly post: string;
  readonly browsers: readonly PushBrowser[];
}

/** Publishes a post for everyone with comments, and sends two reports about it. */
async function publishContent(reader: TestPerson, author: TestPerson) {
  const form = new FormData();
  form.set('title', `Hoje ${posted}`);
  form.set('description', posted);
  const init = { method: 'POST', body: form };
  const { post } = await fetchAs<{ post: { uid: string } }>(author, '/api/social/post/', init);
  const { buyer } = adultContent.people;
  await fetchAs(reader, `/api/social/post/${post.uid}/like`, { method: 'PUT' });
  await commentOnPost(reader, post.uid, 'Oi.');
  const commentOfBuyer = (await commentOnPost(buyer, post.uid, `Que ${commented}`)).comment.id;
  const caseIds = [
    await reportPerson(reader, author, { reportedPostId: post.uid }),
    await reportPerson(reader, buyer, {
      reportedPostId: post.uid,
      reportedCommentId: commentOfBuyer,
    }),
  ];
  return { post: post.uid, caseIds };
}

/** Subscribes a browser of a person to push, and switches on all pushes and mails. */
async function subscribeToPush(person: TestPerson): Promise<PushBrowser> {
  const { notificationDelivery: delivery } = person.api;
  const settings = await delivery.getPreferences();
  const allChannels = { push: true, email: true };
  const topics = Object.fromEntries(
    Object.keys(settings.topics).map((topic) => [topic, allChannels]),
  );
  const body = { ...settings, topics: topics as typeof settings.topics, quietHours: null };
  await delivery.updatePreferences({ body });
  return fixture.subscribe(person);
}

/** Lets a reader and an author act as adults, sets the group's age checks, and lets the team mark the post. */
async function createConcernedPeople({
  eighteenUntil,
  sixteenUntil,
}: AgeGroup): Promise<ConcernedPeople> {
  const { app, signInNewPerson } = fixture;
  const people = [await signInNewPerson(), await signInNewPerson()] as const;
  for (const person of people) await becomeAdult(person);
  const [reader, author] = people;
  const { post, caseIds } = await publishContent(reader, author);
  await app.pool.query(
    `UPDATE users SET age_verified_until = ${eighteenUntil}, sixteen_verified_until = ${sixteenUntil}
     WHERE uid = ANY($1)`,
    [people.map(({ uid }) => uid)],
  );
  const browsers = [await subscribeToPush(reader), await subscribeToPush(author)];
  const subject = { kind: 'post', id: post };
  await fetchAs(
    admin,
    '/api/admin/actions',
    jsonRequest({ action: 'blur', subject, reason: 'Só +18.' }),
  );
  for (const id of caseIds) {
    const decision = { outcome: 'upheld', reason: 'Obrigada por contar.' };
    await fetchAs(admin, `/api/admin/cases/${id}/decision`, jsonRequest(decision));
  }
  await commentOnPost(adultContent.people.seller, post, `Mais ${commented}`);
  return { reader, author, post, browsers };
}

const secretWordsIn = (text: string) =>
  secretWords.filter((word) => text.toLowerCase().includes(word.toLowerCase()));

async function readExport(person: TestPerson) {
  const response = await person.fetch('/api/users/me/export');
  expect(response.status).toBe(200);
  return readZipEntries(Buffer.from(await response.arrayBuffer()));
}

const pathsToCheck = [
  '/api/cases',
  '/api/decisions',
  '/api/notifications',
  '/api/users/me/exports',
];
/** Paths at which an adult finds the content: in decisions about the adult's own post, and in notifications of comments. */
const pathsForAdults = new Set(['/api/decisions', '/api/notifications']);

describe.each(Object.entries(ageGroups))('a person %s', (_name, ageGroup) => {
  let concernedPeople: ConcernedPeople;
  beforeAll(async () => {
    concernedPeople = await createConcernedPeople(ageGroup);
  });

  test.each(pathsToCheck)('reads at %s only content that the age group allows', async (path) => {
    const { reader, author } = concernedPeople;
    const readSecretWords = async (person: TestPerson) =>
      secretWordsIn(JSON.stringify(await fetchAs(person, path)));
    expect(await readSecretWords(reader)).toEqual([]);
    const secretWordsFound = await readSecretWords(author);
    if (ageGroup.mayReadAdultContent && pathsForAdults.has(path))
      expect(secretWordsFound).not.toEqual([]);
    else expect(secretWordsFound).toEqual([]);
  });

  test('gets the outcome of a report, without its content', async () => {
    const { cases } = await concernedPeople.reader.api.moderation.listOwnCases({ query: {} });
    expect(cases.map(({ title, outcome }) => ({ title, outcome }))).toEqual([
      { title: 'Estranho', outcome: 'upheld' },
      { title: 'Estranho', outcome: 'upheld' },
    ]);
  });

  test('gets decisions about own content with the reason, and the content only where the age group allows', async () => {
    const { author, post } = concernedPeople;
    const { decisions } = await author.api.moderation.listDecisions({ query: {} });
    const excerpt = ageGroup.mayReadAdultContent ? `Hoje ${posted}` : '';
    expect(decisions.map(({ subject, reason }) => ({ ...subject, reason }))).toEqual([
      { kind: 'post', id: post, reason: 'Só +18.', excerpt },
    ]);
  });

  // Mails and push notifications are shown on locked screens, so they never name content for adults.
  test('gets no content for adults by mail or push', async () => {
    const { reader, author, browsers } = concernedPeople;
    const { makeJobsDue, listJobs, listMailsTo, peer } = fixture;
    await expect
      .poll(async () => {
        await makeJobsDue();
        return listJobs();
      })
      .toEqual([]);
    await expect.poll(async () => (await listMailsTo(author)).length).toBeGreaterThan(0);
    const mails = [...(await listMailsTo(author)), ...(await listMailsTo(reader))];
    expect(mails.map(({ text }) => text).join()).toContain('Só +18.');
    expect(secretWordsIn(JSON.stringify(mails))).toEqual([]);
    const pushedMessages = browsers.flatMap((browser) => peer.readBy(browser));
    expect(pushedMessages).not.toEqual([]);
    expect(secretWordsIn(JSON.stringify(pushedMessages))).toEqual([]);
  });

  test('finds in the data export no content for adults except own texts', async () => {
    const { reader, author } = concernedPeople;
    const wordsInExport = (entries: Awaited<ReturnType<typeof readExport>>) =>
      entries.flatMap((entry) =>
        secretWordsIn(`${entry.name}\n${entry.bytes.toString('utf8')}`).map(
          (word) => `${entry.name}: ${word}`,
        ),
      );
    expect(wordsInExport(await readExport(reader))).toEqual([]);
    // Texts that a person wrote belong to that person's data (LGPD), whoever may read them in Guilda.
    const ownWords = wordsInExport(await readExport(author));
    expect(ownWords).toContain(`publicacoes.json: ${posted}`);
    if (!ageGroup.mayReadAdultContent)
      expect(ownWords.filter((word) => word.endsWith(commented))).toEqual([]);
  });
});

test('gets no content for adults in statistics', async () => {
  const event = { name: 'view_item', category: 'nudez' };
  const response = await fixture.app.fetch(
    '/api/analytics/events',
    jsonRequest({ events: [event] }),
  );
  expect(response.status).toBe(204);
  const { rows } = await fixture.pool.query('SELECT * FROM analytics_counts');
  expect(secretWordsIn(JSON.stringify(rows))).toEqual([]);
});

describe('the team', () => {
  // An administrator must see the subject of a decision; being an administrator opens no other adult content.
  test('reads reported content in the moderation queue, without an age check of its own', async () => {
    const { items } = await admin.api.moderationQueue.listQueue({ query: { state: 'closed' } });
    const texts = await Promise.all(
      items.map(async ({ id }) => (await admin.fetch(`/api/admin/cases/${id}`)).text()),
    );
    expect(secretWordsIn(texts.join())).toContain(commented);
  });

  test.each([
    '/api/social/posts',
    '/api/services?category=nudez',
    `/api/services?q=${secretWords[0]}`,
    '/api/notifications',
    '/api/cases',
  ])('reads no content for adults at %s without an age check', async (path) => {
    expect(secretWordsIn(await (await admin.fetch(path)).text())).toEqual([]);
  });

  test('does not read the content at its own address without an age check', async () => {
    const requests = [
      `/api/social/post/${adultContent.posts[0]}`,
      `/api/services/${adultContent.services[0]?.id}`,
    ];
    for (const path of requests) expect((await admin.fetch(path)).status).toBe(403);
  });
});
