import { endpoints } from '@guilda/contract';
import type { Endpoint } from '@guilda/contract/endpoint';
import { pictureWidths } from '@guilda/contract/services/pictures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountPages } from '../../../src/platform/pages/pages.ts';
import { startTestApp, type TestApp } from '../../fixtures/server/test-app.ts';
import { apiWebApp, createPageRenderer } from '../../http/minimal-web-app.ts';
import { demoOnlyRoutes } from '../authorization/plain-routes.ts';
import {
  type AdultContent,
  ageSixteenSettings,
  createAdultContent,
  secretWords,
} from './adult-content.ts';
import { addressesOf, pathsOf } from './crawl-addresses.ts';
import { type CrawlReader, findExposedSecrets, walkAllPaths } from './crawl-walk.ts';

let app: TestApp;
let adultContent: AdultContent;

beforeAll(async () => {
  app = await startTestApp({
    env: ageSixteenSettings,
    mountPages: async (pagesApp, site) =>
      mountPages(pagesApp, {
        ...site,
        pageRenderer: createPageRenderer(apiWebApp),
        concurrency: 4,
        policy: null,
      }),
  });
  adultContent = await createAdultContent(app);
});
afterAll(() => app.close());

const readingEndpoints = Object.entries(endpoints).flatMap(([group, members]) =>
  Object.entries(members as Record<string, Endpoint>)
    .filter(([, { method }]) => method === 'GET')
    .map(([name, endpoint]) => ({ key: `${group}.${name}`, endpoint })),
);

/** Addresses of files: each id with each file name that Guilda uses. */
function fileNames(): string[] {
  const widths = [...new Set(Object.values(pictureWidths).flat())];
  const ids = [
    ...adultContent.pictures,
    ...adultContent.services.map(({ id }) => id),
    ...adultContent.posts,
    ...adultContent.archives,
  ];
  return [
    ...ids,
    ...ids.flatMap((id) => [`${id}.png`, `${id}.webp`]),
    ...widths.map((width) => `${width}.webp`),
  ];
}

const readingPaths = new Set<string>(readingEndpoints.map(({ endpoint }) => endpoint.path));

/** Addresses outside of the contract: files, previews, documents and probes. */
function plainPaths(): string[] {
  return app.program.app.routeTable
    .filter(({ method, url }) => method === 'GET' && !readingPaths.has(url))
    .filter(({ url }) => !demoOnlyRoutes.test(`GET ${url}`))
    .flatMap(({ url }) => pathsOf(url, fileNames));
}

const walkPaths = (reader: CrawlReader, paths: readonly string[]) =>
  walkAllPaths(reader, paths, adultContent.secrets);

const adultAddresses = (endpoint: Endpoint) => addressesOf(adultContent, endpoint);

/** Readers who may not see adult content, by what they have proven about their age. */
const crawlReaders = {
  visitor: (): CrawlReader => app,
  unchecked: () => adultContent.people.unchecked,
  'with a check for 16': () => adultContent.sixteen,
  'with a check that has lapsed': () => adultContent.people.lapsed,
};

describe.each(Object.entries(crawlReaders))('content for adults, %s', (_who, reader) => {
  it.each(readingEndpoints.map(({ key, endpoint }) => [key, endpoint] as const))(
    'is in no answer of %s',
    async (_key, endpoint) => {
      expect(await walkPaths(reader(), adultAddresses(endpoint))).toEqual([]);
    },
    120_000,
  );

  it('is at no address outside of the contract', async () => {
    const paths = plainPaths();
    expect(paths.length).toBeGreaterThan(50);
    expect(await walkPaths(reader(), paths)).toEqual([]);
  });

  it('is not part of any count', async () => {
    const { seller } = adultContent.people;
    const serviceList = (await (
      await reader().fetch(`/api/services?seller=${seller.uid}`)
    ).json()) as {
      services: { id: string }[];
      nextCursor: null;
    };
    expect(serviceList.services.map(({ id }) => id)).toEqual([adultContent.open.id]);
    expect(serviceList.nextCursor).toBeNull();
    const feed = (await (await reader().fetch('/api/social/posts')).json()) as {
      posts: { uid: string; service: null }[];
      nextCursor: null;
    };
    expect(feed.posts.map(({ uid, service }) => ({ uid, service }))).toEqual([
      { uid: adultContent.publicPostId, service: null },
    ]);
    expect(feed.nextCursor).toBeNull();
    const pulsePath = `/api/social/pulse?posts=${adultContent.posts.join(',')}&after=${adultContent.posts[0]}`;
    expect(await (await reader().fetch(pulsePath)).json()).toEqual({ posts: [], fresh: 1 });
  });
});

/** Paths of all list pages, of the page of each item and person, and of searches. */
const pagePaths = () => [
  '/',
  ...[adultContent.open, ...adultContent.services].map(({ id }) => `/service/${id}`),
  ...[adultContent.publicPostId, ...adultContent.posts].map((uid) => `/post/${uid}`),
  ...Object.values(adultContent.people).map(({ user }) => `/user/${user.username}`),
  ...secretWords.map((word) => `/?q=${word}`),
];

describe('a kept page', () => {
  const readersByName = { 'a checked adult': () => adultContent.people.buyer, ...crawlReaders };

  it.each(Object.entries(readersByName))(
    'shows no content for adults to %s',
    async (_who, reader) => {
      expect(await walkPaths(reader(), pagePaths())).toEqual([]);
      const html = await (await reader().fetch(`/service/${adultContent.open.id}`)).text();
      expect(html).toContain('Aula aberta');
    },
  );
});

describe('an adult with an age check', () => {
  const isSecretFound = async (reader: CrawlReader, path: string) => {
    const exposedSecrets = await findExposedSecrets(reader, path, adultContent.secrets);
    return exposedSecrets.length > 0;
  };

  it('sees all content for adults', async () => {
    const { people, services, secrets } = adultContent;
    const [first] = services;
    const seller = people.seller.uid;
    for (const path of [
      '/api/services',
      '/api/services?category=nudez',
      `/api/services?seller=${seller}`,
      `/api/services?q=${secretWords[0]}`,
      `/api/search/suggestions?q=${secretWords[0]}`,
      `/api/services/${first?.id}`,
      `/api/reviews/${first?.id}`,
      `/api/users/${seller}/reviews`,
      `/api/packs/${adultContent.orders[0]?.orderId}/${first?.id}`,
      '/api/payments',
      '/api/social/posts',
      `/api/social/posts?hashtag=${secretWords[7]}`,
      `/api/social/posts?q=${secretWords[6]}`,
      `/api/social/posts?author=${adultContent.writer.uid}`,
      `/api/social/post/${adultContent.posts[1]}`,
      `/api/social/comment/${adultContent.posts[0]}`,
      `/api/social/pulse?posts=${adultContent.posts.join(',')}`,
    ]) {
      expect(await isSecretFound(people.buyer, path), path).toBe(true);
    }
    const answers = await walkPaths(
      people.buyer,
      readingEndpoints.flatMap(({ endpoint }) => adultAddresses(endpoint)),
    );
    const missingSecrets = secrets.filter(
      (secret) => !answers.some((answer) => answer.includes(secret)),
    );
    expect(missingSecrets).toEqual([]);
  }, 240_000);

  it('sees the pictures of content for adults in every width, at signed addresses', async () => {
    const { buyer, seller } = adultContent.people;
    for (const person of [buyer, seller]) {
      const { services } = await person.api.catalog.listServices({ query: { category: 'nudez' } });
      for (const { photoURL } of services) {
        expect(photoURL).toContain(`?for=${person.uid}&`);
        for (const width of pictureWidths.cover) {
          const pictureResponse = await app.fetch(photoURL.replace(/\d+\.webp/, `${width}.webp`));
          expect(pictureResponse.status).toBe(200);
          expect(pictureResponse.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
        }
      }
    }
  });
});

describe('once an age check has expired', () => {
  it('addresses that were given earlier stop working, and own orders show only their titles', async () => {
    const { buyer } = adultContent.people;
    const { services } = await buyer.api.catalog.listServices({ query: { category: 'nudez' } });
    const [order] = adultContent.orders;
    const packPath = `/api/packs/${order?.orderId}/${adultContent.services[0]?.id}`;
    const { files, zipUrl } = (await (await buyer.fetch(packPath)).json()) as {
      files: { url: string }[];
      zipUrl: string;
    };
    const posts = await Promise.all(
      adultContent.posts.map((uid) => buyer.api.social.getPost({ params: { uid } })),
    );
    const fileUrls = [
      ...posts.map(({ post }) => post.photoURL ?? ''),
      ...services.map(({ photoURL }) => photoURL),
      ...files.map(({ url }) => url),
      zipUrl,
    ];
    const pathOf = (url: string) => url.replace(app.url, '').replace(app.program.publicUrl, '');
    for (const url of fileUrls) expect((await app.fetch(pathOf(url))).status).toBe(200);
    const setAgeCheckEnd = (endTime: string) =>
      app.pool.query(`UPDATE users SET age_verified_until = ${endTime} WHERE uid = $1`, [
        buyer.uid,
      ]);
    await setAgeCheckEnd("now() - interval '1 second'");
    for (const url of fileUrls) expect((await app.fetch(pathOf(url))).status).toBe(404);
    expect((await buyer.fetch(packPath)).status).toBe(403);
    const { payments } = await buyer.api.orders.listPayments({ query: { role: 'buyer' } });
    expect(payments.map(({ productName, photoURL }) => ({ productName, photoURL }))).toEqual([
      { productName: `Conversa ${secretWords[1]}`, photoURL: null },
      { productName: `Fotos ${secretWords[0]}`, photoURL: null },
    ]);
    await setAgeCheckEnd("now() + interval '1 year'");
  });

  it('of a seller, none of the seller’s services for adults is listed', async () => {
    const { buyer, seller } = adultContent.people;
    const [, second] = adultContent.services;
    const setAgeCheckEnd = (endTime: string) =>
      app.pool.query(`UPDATE users SET age_verified_until = ${endTime} WHERE uid = $1`, [
        seller.uid,
      ]);
    await setAgeCheckEnd('now()');
    const { services } = await buyer.api.catalog.listServices({ query: { category: 'nudez' } });
    const checkoutResponse = await buyer.fetch('/api/payments/checkout', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'a-key-of-its-own' },
      body: JSON.stringify({ serviceId: second?.id }),
    });
    await setAgeCheckEnd("now() + interval '1 year'");
    expect(services).toEqual([]);
    expect(await checkoutResponse.json()).toMatchObject({ code: 'service_unavailable' });
  });
});
