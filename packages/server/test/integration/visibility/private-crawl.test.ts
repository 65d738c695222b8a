import { randomUUID } from 'node:crypto';
import { endpoints } from '@guilda/contract';
import type { Endpoint } from '@guilda/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildComment,
  buildHashtags,
  buildPaidOrder,
  buildPost,
  buildService,
} from '../../fixtures/data/builders.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';
import { demoOnlyRoutes } from '../authorization/plain-routes.ts';
import { secretWords } from './adult-content.ts';
import { addressesOf, type CrawlData, pathsOf } from './crawl-addresses.ts';
import { type CrawlReader, walkAllPaths } from './crawl-walk.ts';

const [title, about, bio, phrase, reviewed, praised, posted, tagged, answered] = secretWords;

let app: TestApp;
let privateContent: Awaited<ReturnType<typeof createPrivateContent>>;

beforeAll(async () => {
  app = await startTestApp();
  privateContent = await createPrivateContent();
});
afterAll(() => app.close());

/** Creates services and posts of a person with a private profile, and a review by a buyer of that person. */
async function createPrivateContent() {
  const { pool } = app;
  const [seller, trader, writer, stranger] = [
    await app.signIn('reservada'),
    await app.signIn('comprou'),
    await app.signIn('escreveu'),
    await app.signIn('qualquer'),
  ];
  await pool.query(
    `UPDATE users SET privacy = 'private', bio = $2, effect_phrase = $3, can_be_called = true,
       discord_id = $4, rating_sum = 5, rating_count = 1 WHERE uid = $1`,
    [seller.uid, bio, phrase, '998877665544332211'],
  );
  const service = await buildService(pool, seller.uid, { title, description: about, price: 0 });
  const parties = { service, buyer: trader.uid, seller: seller.uid };
  const orderId = await buildPaidOrder(pool, parties, { price: 0, service_status: 'complete' });
  const reviewId = randomUUID();
  await pool.query(
    `INSERT INTO reviews (id, payment_id, service_id, seller_id, author_id, title, description,
       rating, recommend, answer, answered_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 5, true, $8, now())`,
    [reviewId, orderId, service, seller.uid, trader.uid, reviewed, praised, answered],
  );
  const post = await buildPost(pool, seller.uid, { title: posted, service_id: service });
  await buildHashtags(pool, post, [tagged]);
  const commentId = await buildComment(pool, { post, author: trader.uid }, { text: reviewed });
  await insertMessages(writer, seller);
  const publicPostId = await buildPost(pool, stranger.uid, { title: 'Novidades' });
  const crawled: CrawlData = {
    people: { seller, trader },
    services: [{ id: service, photoURL: '' }],
    open: { id: publicPostId, photoURL: '' },
    orders: [{ orderId, reviewId }],
    pictures: [],
    archives: [],
    posts: [post],
    comments: [commentId],
    publicPostId,
    writer,
    words: [title, posted, tagged],
  };
  return { crawled, seller, trader, writer, stranger, service, post, secrets: secretsOf(crawled) };
}

/** Ids and words that only people with access to the profile may read. */
const secretsOf = ({ services, posts, comments, orders }: CrawlData) => [
  ...secretWords,
  '998877665544332211',
  ...services.map(({ id }) => id),
  ...posts,
  ...comments,
  ...orders.map(({ reviewId }) => reviewId),
];

/** Inserts a conversation in which only `sender` wrote; `reader` may then see the private profile of `sender`. */
async function insertMessages(reader: TestPerson, sender: TestPerson) {
  const [low, high] = [reader.uid, sender.uid].sort();
  await app.pool.query(
    `INSERT INTO conversations (id, low_id, high_id, active_at, low_said, high_said)
     VALUES ($1, $2, $3, now(), $4, $5)`,
    [randomUUID(), low, high, Number(low === sender.uid), Number(high === sender.uid)],
  );
}

const readingEndpoints = Object.values(endpoints)
  .flatMap((group) => Object.values(group as Record<string, Endpoint>))
  .filter(({ method, access }) => method === 'GET' && access !== 'admin');

/** Addresses outside of the contract, with the content's ids as parameters. */
function plainPaths(): string[] {
  const contracts = new Set<string>(readingEndpoints.map(({ path }) => path));
  const ids = [privateContent.service, privateContent.post];
  return app.program.app.routeTable
    .filter(({ method, url }) => method === 'GET' && !contracts.has(url))
    .filter(({ url }) => !demoOnlyRoutes.test(`GET ${url}`))
    .flatMap(({ url }) => pathsOf(url, () => [...ids, ...ids.map((id) => `${id}.png`)]));
}

const allPagePaths = (isSignedIn: boolean) => [
  // Addresses that require a session are not tried for visitors.
  ...readingEndpoints
    .filter(({ access }) => isSignedIn || access !== 'user')
    .flatMap((endpoint) => addressesOf(privateContent.crawled, endpoint)),
  ...plainPaths(),
];

const crawlReaders: Readonly<Record<string, () => CrawlReader>> = {
  'a visitor': () => app,
  'a stranger': () => privateContent.stranger,
};

describe('a private profile', () => {
  it.each(Object.entries(crawlReaders))(
    'is not exposed to %s by any address',
    async (_, reader) => {
      expect(
        await walkAllPaths(reader(), allPagePaths(reader() !== app), privateContent.secrets),
      ).toEqual([]);
    },
    120_000,
  );

  const readProfile = async (reader: CrawlReader) => {
    const { seller } = privateContent;
    const readJson = async (path: string) => (await (await reader.fetch(path)).json()) as object;
    const profileById = await readJson(`/api/users/${seller.uid}`);
    expect(await readJson(`/api/users/by-username/${seller.user.username}`)).toEqual(profileById);
    return profileById;
  };

  it.each(Object.entries(crawlReaders))(
    'shows %s only name, photo and badges',
    async (_, reader) => {
      expect(await readProfile(reader())).toMatchObject({
        uid: privateContent.seller.uid,
        displayName: privateContent.seller.user.displayName,
        badges: ['newbie'],
        restricted: true,
        privacy: 'private',
        status: 'offline',
        bio: null,
        effectPhrase: '',
        discordId: null,
        canBeCalled: false,
        rating: null,
        reviewCount: 0,
      });
    },
  );

  it.each([
    ['traded with', () => privateContent.trader],
    ['wrote to', () => privateContent.writer],
    ['is', () => privateContent.seller],
  ] as const)('is complete for readers whom the person %s', async (_, reader) => {
    expect(await readProfile(reader())).toMatchObject({ restricted: false, bio });
    const answers = await walkAllPaths(
      reader(),
      [
        '/api/services',
        `/api/services?q=${title}`,
        `/api/services?seller=${privateContent.seller.uid}`,
        `/api/services/${privateContent.service}`,
        `/api/reviews/${privateContent.service}`,
        `/api/users/${privateContent.seller.uid}`,
        `/api/users/${privateContent.seller.uid}/reviews`,
        '/api/social/posts',
        `/api/social/posts?hashtag=${tagged}`,
        `/api/social/posts?q=${posted}`,
        `/api/social/posts?author=${privateContent.seller.uid}`,
        `/api/social/post/${privateContent.post}`,
        `/api/social/comment/${privateContent.post}`,
      ],
      privateContent.secrets,
    );
    expect(answers).toHaveLength(13);
    const missingSecrets = privateContent.secrets.filter(
      (secret) => !answers.some((answer) => answer.includes(secret)),
    );
    expect(missingSecrets).toEqual([]);
  });
});
