import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mountPages } from '../../src/platform/pages/pages.ts';
import { expectWithin } from '../fixtures/checks/expect-within.ts';
import {
  buildComment,
  buildPaidOrder,
  buildPost,
  buildReview,
  buildService,
  buildUser,
} from '../fixtures/data/builders.ts';
import { startTestApp, type TestApp } from '../fixtures/server/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/server/test-database.ts';
import { apiWebApp, createPageRenderer } from '../http/minimal-web-app.ts';

let database: TestDatabase;
let runningNodes: readonly TestApp[] = [];
let renderCount = 0;
const startNode = async (env: Readonly<Record<string, string>> = {}) =>
  startTestApp({
    database,
    env,
    mountPages: async (app, site) => {
      const renderer = createPageRenderer(apiWebApp);
      const renderPage: typeof renderer.make = (url, callApi) => {
        renderCount += 1;
        return renderer.make(url, callApi);
      };
      mountPages(app, {
        ...site,
        pageRenderer: { ...renderer, make: renderPage },
        concurrency: 4,
        policy: null,
      });
    },
  });

beforeAll(async () => {
  database = await createTestDatabase();
  runningNodes = [await startNode(), await startNode()];
});
afterAll(async () => {
  for (const node of runningNodes) await node.close();
  await database.drop();
});
beforeEach(() => {
  renderCount = 0;
});

const firstNode = () => runningNodes[0] as TestApp;
const secondNode = () => runningNodes[1] as TestApp;
const firstPool = () => firstNode().pool;
const readPage = async (path: string, node = firstNode()) => (await node.fetch(path)).text();

/** Returns the time in ms until a page contains a text. */
async function measureUntilShown(path: string, text: string, node = firstNode()): Promise<number> {
  const startedAt = performance.now();
  await expect.poll(() => readPage(path, node)).toContain(text);
  return performance.now() - startedAt;
}

/** Creates one item of each kind of content, with unique texts. */
async function buildContent() {
  const seller = await buildUser(firstPool(), { bio: 'bio-antiga', photo_url: null });
  const { rows } = await firstPool().query('SELECT username FROM users WHERE uid = $1', [seller]);
  const buyer = await buildUser(firstPool());
  const service = await buildService(firstPool(), seller, { title: `titulo-${seller}` });
  const orderId = await buildPaidOrder(firstPool(), { service, buyer, seller });
  const review = await buildReview(firstPool(), { payment: orderId, service, seller }, buyer);
  const post = await buildPost(firstPool(), seller, { title: `aviso-${seller}` });
  const text = `resposta-${seller}`;
  const comment = await buildComment(firstPool(), { post, author: buyer }, { text });
  const paths = {
    home: '/',
    service: `/service/${service}`,
    post: `/post/${post}`,
    user: `/user/${(rows[0] as { username: string }).username}`,
  };
  return { seller, buyer, service, review, post, comment, paths };
}

type PublishedContent = Awaited<ReturnType<typeof buildContent>>;

interface PageChange {
  /** Makes the pages answer 404 before the change; its parameter is the one of `sql`. */
  readonly sqlBefore?: string;
  readonly sql: string;
  /** The kind of content that changes; its id is the parameter `$1` of `sql`. */
  readonly changedItem: 'seller' | 'service' | 'review' | 'post' | 'comment';
  readonly pages: readonly (keyof PublishedContent['paths'])[];
}

const changesByName: Readonly<Record<string, PageChange>> = {
  'the team hides a service': {
    sql: 'UPDATE services SET hidden_at = now() WHERE id = $1',
    changedItem: 'service',
    pages: ['home', 'service'],
  },
  'an owner deletes a service': {
    sql: 'UPDATE services SET deleted_at = now() WHERE id = $1',
    changedItem: 'service',
    pages: ['home', 'service'],
  },
  'an owner pauses a service': {
    sql: "UPDATE services SET status = 'paused' WHERE id = $1",
    changedItem: 'service',
    pages: ['home', 'service'],
  },
  'the team closes a service to all but adults': {
    sql: 'UPDATE services SET adult = true WHERE id = $1',
    changedItem: 'service',
    pages: ['home', 'service'],
  },
  'an owner changes a price': {
    sql: 'UPDATE services SET price = 7777 WHERE id = $1',
    changedItem: 'service',
    pages: ['home', 'service'],
  },
  'a person makes a profile private': {
    sql: "UPDATE users SET privacy = 'private' WHERE uid = $1",
    changedItem: 'seller',
    pages: ['home', 'service', 'post', 'user'],
  },
  'the team hides a person': {
    sql: 'UPDATE users SET hidden_at = now() WHERE uid = $1',
    changedItem: 'seller',
    pages: ['home', 'service', 'post', 'user'],
  },
  'a person makes a private profile public': {
    sqlBefore: "UPDATE users SET privacy = 'private' WHERE uid = $1",
    sql: "UPDATE users SET privacy = 'public' WHERE uid = $1",
    changedItem: 'seller',
    pages: ['service', 'post'],
  },
  'the team restores a hidden person': {
    sqlBefore: 'UPDATE users SET hidden_at = now() WHERE uid = $1',
    sql: 'UPDATE users SET hidden_at = NULL WHERE uid = $1',
    changedItem: 'seller',
    pages: ['service', 'post', 'user'],
  },
  'a person changes the bio': {
    sql: "UPDATE users SET bio = 'bio-nova' WHERE uid = $1",
    changedItem: 'seller',
    pages: ['user'],
  },
  'the team suspends a person': {
    sql: 'UPDATE users SET suspended_at = now() WHERE uid = $1',
    changedItem: 'seller',
    pages: ['home', 'service', 'post', 'user'],
  },
  'the team hides a post': {
    sql: "UPDATE posts SET hidden_at = now(), hidden_reason = 'x' WHERE uid = $1",
    changedItem: 'post',
    pages: ['home', 'post'],
  },
  'an author deletes a post': {
    sql: 'DELETE FROM posts WHERE uid = $1',
    changedItem: 'post',
    pages: ['home', 'post'],
  },
  'an author deletes a comment': {
    sql: 'DELETE FROM comments WHERE id = $1',
    changedItem: 'comment',
    pages: ['post'],
  },
  'the team hides a review': {
    sql: 'UPDATE reviews SET hidden_at = now() WHERE id = $1',
    changedItem: 'review',
    pages: ['service'],
  },
  'a seller answers a review': {
    sql: "UPDATE reviews SET answer = 'Obrigada!', answered_at = now() WHERE id = $1",
    changedItem: 'review',
    pages: ['service'],
  },
};

/** Changes new content and returns the time in ms until its pages at the second node have changed. */
async function measureUpdate(change: PageChange): Promise<number> {
  const content = await buildContent();
  const paths = change.pages.map((name) => content.paths[name]);
  if (change.sqlBefore) await firstPool().query(change.sqlBefore, [content[change.changedItem]]);
  const statusBefore = change.sqlBefore ? 404 : 200;
  // Reads every page twice at each node, so that the notifications about the created content have arrived.
  for (const path of [...paths, ...paths])
    for (const node of runningNodes) expect((await node.fetch(path)).status).toBe(statusBefore);
  const readAllPages = () => Promise.all(paths.map((path) => readPage(path, secondNode())));
  const textsBefore = await readAllPages();
  await firstPool().query(change.sql, [content[change.changedItem]]);
  const startedAt = performance.now();
  await expect
    .poll(async () => (await readAllPages()).filter((text, n) => text === textsBefore[n]))
    .toEqual([]);
  return performance.now() - startedAt;
}

describe('kept pages of every node', () => {
  it.each(Object.entries(changesByName))('are updated soon when %s', (_, change) =>
    expectWithin(2_000, () => measureUpdate(change)),
  );

  it('show new content at once', async () => {
    const { seller, post, buyer, paths } = await buildContent();
    let roundCount = 0;
    await expectWithin(2_000, async () => {
      roundCount += 1;
      const title = `novo-${roundCount}-${seller}`;
      await readPage('/', secondNode());
      await buildService(firstPool(), seller, { title });
      return measureUntilShown('/', title, secondNode());
    });
    await expectWithin(2_000, async () => {
      roundCount += 1;
      const text = `novo-${roundCount}-${seller}`;
      await readPage(paths.post, secondNode());
      await buildComment(firstPool(), { post, author: buyer }, { text });
      return measureUntilShown(paths.post, text, secondNode());
    });
  });

  it('are not rendered again for data that they do not show', async () => {
    const [shownContent, other] = [await buildContent(), await buildContent()];
    await expect.poll(() => readPage(shownContent.paths.post)).toContain(shownContent.comment);
    let changeCount = 0;
    /**
     * Changes another post and waits until its page shows the change: by then the notifications about all earlier
     * changes have arrived, because they arrive in commit order.
     */
    const waitForNotifications = async () => {
      changeCount += 1;
      const title = `depois-${changeCount}`;
      await firstPool().query('UPDATE posts SET title = $2 WHERE uid = $1', [other.post, title]);
      await expect.poll(() => readPage(other.paths.post), { interval: 1 }).toContain(title);
    };
    const countRenderings = async () => {
      await readPage(shownContent.paths.post);
      await firstPool().query("UPDATE users SET bio = bio || '!' WHERE uid = $1", [other.seller]);
      await firstPool().query('UPDATE posts SET like_count = like_count + 1 WHERE uid = $1', [
        shownContent.post,
      ]);
      await waitForNotifications();
      renderCount = 0;
      await readPage(shownContent.paths.post);
      return renderCount;
    };
    await waitForNotifications();
    // On a slow machine the kept page may expire during a round, so several rounds may be needed.
    await expect.poll(countRenderings, { timeout: 20_000 }).toBe(0);
  });

  it('are not used while the database sends no notifications, and used again afterwards', async () => {
    const { paths, seller } = await buildContent();
    const countRenderings = async () => {
      renderCount = 0;
      await readPage(paths.user);
      await readPage(paths.user);
      return renderCount;
    };
    await expect.poll(countRenderings).toBe(0);
    const countRenderingsWithoutListener = async () => {
      await firstPool().query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'guilda listener' AND datname = current_database()`);
      return countRenderings();
    };
    let bio = '';
    await expectWithin(2_000, async () => {
      // The listener reconnects within milliseconds. It is disconnected again and again until the two reads of
      // `countRenderings` both happen while it is disconnected.
      await expect.poll(countRenderingsWithoutListener, { interval: 1 }).toBe(2);
      bio = `enquanto isso ${crypto.randomUUID()}`;
      await firstPool().query('UPDATE users SET bio = $2 WHERE uid = $1', [seller, bio]);
      // The node may notice the last disconnection of its listener only a moment later.
      return measureUntilShown(paths.user, bio);
    });
    await expect.poll(countRenderings, { timeout: 5_000 }).toBe(0);
    expect(await readPage(paths.user)).toContain(bio);
  });
});

describe('the limits of an address', () => {
  it('count kept pages like the calls that rendered them', async () => {
    // The factor reduces the limits of 600 calls and 60 searches a minute to 6 and 1.
    const limitedNode = await startNode({ RATE_LIMIT_FACTOR: '0.01' });
    const readStatuses = async (path: string, times: number) => {
      const statusesReceived: number[] = [];
      for (let n = 0; n < times; n += 1)
        statusesReceived.push((await limitedNode.fetch(path)).status);
      return statusesReceived;
    };
    try {
      expect(await readStatuses('/?q=aula', 3)).toEqual([200, 429, 429]);
      // Each page makes two calls.
      expect(await readStatuses('/', 5)).toEqual([200, 200, 200, 429, 429]);
      expect((await limitedNode.fetch('/')).headers.get('cache-control')).toBe('no-store');
    } finally {
      await limitedNode.close();
    }
  });
});
