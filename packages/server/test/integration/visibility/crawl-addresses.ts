import type { Endpoint } from '@guilda/contract/endpoint';
import { categorySlugs } from '@guilda/contract/services/categories';
import { z } from 'zod';
import { encodeCursor } from '../../../src/platform/cursor.ts';
import type { TestPerson } from '../../fixtures/server/test-app.ts';
import { type AdultContent, secretWords } from './adult-content.ts';

/** Ids and texts from which addresses are built. */
export type CrawlData = Pick<
  AdultContent,
  'services' | 'orders' | 'pictures' | 'archives' | 'open' | 'posts' | 'comments' | 'publicPostId'
> & {
  readonly people:
    | AdultContent['people']
    | Readonly<Record<'seller', NamedPerson> & Record<string, NamedPerson>>;
  readonly writer: Pick<TestPerson, 'uid'>;
  /** Texts to search for; by default words of the adult content. */
  readonly words?: readonly string[];
};

type NamedPerson = Pick<TestPerson, 'uid' | 'user'>;

/** All ids and names by which a reader could request the content. */
function listHandles(content: CrawlData): string[] {
  const { services, orders, pictures, archives, people, open, posts, comments, publicPostId } =
    content;
  return [
    ...services.map(({ id }) => id),
    ...orders.flatMap(({ orderId, reviewId }) => [orderId, reviewId]),
    ...pictures,
    ...archives,
    ...Object.values(people).flatMap(({ uid, user }) => [uid, user.username]),
    open.id,
    ...posts,
    ...comments,
    publicPostId,
    content.writer.uid,
  ];
}

/** Words of the content: complete, shortened, and with typos. */
function searchTexts({ words = secretWords }: CrawlData): string[] {
  return words.flatMap((word) => [
    word,
    word.toUpperCase(),
    word.slice(0, 6),
    word.replace(/.$/, 'x'),
    `"${word}"`,
    word.slice(0, 3) + word.slice(4),
  ]);
}

/** Cursors right before and after the rows of the content, for every sort order. */
function listCursors(content: CrawlData): string[] {
  const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  const keys = ['t9998-01-01T00:00:00.000000Z', '9998-01-01T00:00:00.000000Z', 'a0', 'd9999999'];
  const moreKeys = ['a1999', 'd2001', 'n5', 'r999999999', '999999999', '2001', '5'];
  return [...keys, ...moreKeys].flatMap((key) =>
    [lastId, content.services[0]?.id ?? lastId].map((id) => encodeCursor({ key, id })),
  );
}

/** Values to try for a query parameter; an unknown parameter is tried with all values. */
function valuesOf(content: CrawlData, name: string, schema: unknown): string[] {
  const choices = (schema as { enum?: unknown[] }).enum;
  if (choices) return choices.map(String);
  const valuesByName: Record<string, () => string[]> = {
    q: () => searchTexts(content),
    cursor: () => listCursors(content),
    lastDocSentAt: () => ['9998-01-01T00:00:00.000Z', '2026-11-20T12:00:00.000Z'],
    category: () => [...categorySlugs],
    seller: () => [content.people.seller.uid],
    limit: () => ['1', '50'],
    minPrice: () => ['0', '20'],
    maxPrice: () => ['20', '50000'],
    minRating: () => ['1', '5'],
    online: () => ['false'],
    days: () => ['7', '30', '90'],
  };
  return valuesByName[name]?.() ?? [...listHandles(content), ...searchTexts(content)];
}

/** The query strings to try for an endpoint: none, and each value of each parameter, with the largest page size. */
function queriesOf(content: CrawlData, { query }: Endpoint): string[] {
  if (!query) return [''];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>;
  };
  const singleParameters = Object.entries(properties).flatMap(([name, schema]) =>
    valuesOf(content, name, schema).map((value) => `${name}=${encodeURIComponent(value)}`),
  );
  const sorts = 'sort' in properties ? valuesOf(content, 'sort', properties['sort']) : [];
  const sortedQueries = sorts.flatMap((sort) =>
    [
      ...searchTexts(content).map((text) => `q=${encodeURIComponent(text)}`),
      ...listCursors(content).map((c) => `cursor=${c}`),
    ].map((parameter) => `sort=${sort}&${parameter}`),
  );
  const widestQueries = singleParameters.map((parameter) =>
    'limit' in properties && !parameter.startsWith('limit=') ? `${parameter}&limit=50` : parameter,
  );
  return ['', ...[...widestQueries, ...sortedQueries].map((text) => `?${text}`)];
}

/** The paths of a route with each of these values as each parameter. */
export function pathsOf(
  routePath: string,
  valuesFor: (name: string) => readonly string[],
): string[] {
  const [, before, name, after] = /^([^:]*):([A-Za-z]+)(.*)$/.exec(routePath) ?? [];
  if (before === undefined || name === undefined) return [routePath];
  return valuesFor(name).flatMap((handle) =>
    pathsOf(`${before}${encodeURIComponent(handle)}${after}`, valuesFor),
  );
}

/**
 * All requests to an endpoint that could return the content. The path parameter `myUid` takes only the uids of
 * `content.people`: the server refuses a reader who sends another person's uid there.
 */
export function addressesOf(content: CrawlData, endpoint: Endpoint): string[] {
  const ownUids = Object.values(content.people).map(({ uid }) => uid);
  const queries = queriesOf(content, endpoint);
  return pathsOf(endpoint.path, (name) =>
    name === 'myUid' ? ownUids : listHandles(content),
  ).flatMap((path) => queries.map((query) => path + query));
}
