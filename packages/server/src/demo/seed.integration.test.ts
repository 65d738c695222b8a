import { severities } from '@guilda/contract/moderation/severity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertLedgerBalanced } from '../../test/fixtures/checks/ledger-checks.ts';
import { signInAs } from '../../test/fixtures/data/people.ts';
import { startTestApp, type TestApp } from '../../test/fixtures/server/test-app.ts';
import { checkStepChains } from '../modules/orders/index.ts';
import { demoConversations } from './conversations.ts';
import { demoOrders } from './orders.ts';
import { demoPeople, signInDemoPeople } from './people.ts';
import { demoPosts } from './posts.ts';
import { needsDemoData, seedDemo } from './seed.ts';
import { demoServices } from './services.ts';

/**
 * Age that accounts must prove in this test: publishing, buying and selling then need a proof of age, also from demo
 * people.
 */
const ACCOUNT_AGE = 16;

let app: TestApp;
beforeAll(async () => {
  // The demo data contains its own administrator.
  app = await startTestApp({ env: { ADMIN_EMAILS: '', ACCOUNT_AGE: String(ACCOUNT_AGE) } });
});
afterAll(() => app.close());

const countRows = async (table: string) =>
  Number((await app.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

/** Lists the kinds of the pack files of all orders. */
async function listSoldFileKinds(): Promise<string[]> {
  const { rows } = await app.pool.query(
    `SELECT DISTINCT kind FROM order_archives o JOIN archives a ON a.id = o.archive_id ORDER BY 1`,
  );
  return rows.map((row) => row.kind as string);
}

/** Starts seeding and aborts it at this step. */
async function abortSeedingAt(stepName: string): Promise<void> {
  const { app: program } = app.program;
  const printLine = (line: string) => {
    if (line.includes(stepName)) throw new Error('cut off');
  };
  await expect(
    seedDemo({ app: program, pool: app.pool, accountAge: ACCOUNT_AGE, printLine }),
  ).rejects.toThrow('cut off');
}

/** Expects every post with its likes and comments at the planned time, and none in the future. */
async function expectCommunity(): Promise<void> {
  const sumOf = (countIn: (post: (typeof demoPosts)[number]) => number) =>
    demoPosts.reduce((sum, post) => sum + countIn(post), 0);
  expect(await countRows('posts')).toBe(demoPosts.length);
  expect(await countRows('posts WHERE sensitive')).toBe(1);
  expect(await countRows('posts WHERE service_id IS NOT NULL')).toBe(
    demoPosts.filter(({ service }) => service).length,
  );
  expect(await countRows('comments')).toBe(sumOf(({ comments }) => comments.length));
  expect(await countRows('post_likes')).toBe(sumOf(({ likedBy }) => likedBy.length));
  const tooEarlyCommentsSql =
    'comments c JOIN posts p ON p.uid = c.post_uid WHERE c.created_at <= p.created_at';
  expect(await countRows(tooEarlyCommentsSql)).toBe(0);
  expect(await countRows('comments WHERE created_at > now()')).toBe(0);
  const { posts } = await app.visitor.social.listPosts({ query: { limit: '50' } });
  expect(posts.map(({ title }) => title)).toEqual(
    demoPosts.filter(({ sensitive }) => !sensitive).map(({ title = '' }) => title),
  );
  const { hashtags } = await app.visitor.social.listHashtags();
  expect(hashtags.length).toBeGreaterThanOrEqual(6);
}

/** Expects the messages and notifications of demo people on a first visit. */
async function expectConversations(): Promise<void> {
  expect(await countRows('messages')).toBe(
    demoConversations.flatMap(({ messages }) => messages).length,
  );
  expect(await countRows('messages WHERE sent_at > now()')).toBe(0);
  expect(await countRows('notifications WHERE created_at > now() OR read_at > now()')).toBe(0);
  const mira = await signInAs(app.url, 'mira@guilda.example', 'MiraFina77');
  const { users } = await mira.api.messaging.listPartners({ params: { uid: mira.uid } });
  const usersWithMessages = users.filter(({ lastMessage }) => lastMessage !== null);
  expect(usersWithMessages.map(({ username, unreadCount }) => [username, unreadCount])).toEqual([
    ['ZefaSpeedrun', 2],
    ['PudimHeadshot', 0],
    ['Dona_Crit', 0],
    ['CapivaraGG', 0],
  ]);
  expect(users[0]).toEqual(usersWithMessages[0]);
  const partnerUid = users[0]?.uid ?? '';
  const params = { myUid: mira.uid, otherUid: partnerUid };
  const { messages } = await mira.api.messaging.listMessages({ params });
  expect(messages.map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1]);
  const { conversations, notifications } = await mira.api.notifications.countUnread();
  expect(conversations).toBe(1);
  expect(notifications).toBeGreaterThanOrEqual(3);
  const notificationPage = await mira.api.notifications.listNotifications({
    query: { limit: '50' },
  });
  const types = new Set(notificationPage.notifications.map(({ type }) => type));
  expect([...types].toSorted()).toEqual(['achievement', 'comment', 'like', 'message', 'payment']);
  expect(notificationPage.notifications.some(({ read }) => read)).toBe(true);
}

/**
 * Expects the planned Discord accounts: at least two people in a voice channel, and people in the server, elsewhere,
 * without a linked account, and with calls switched off.
 */
async function expectDiscord(): Promise<void> {
  const { rows } = await app.pool.query(`
    SELECT u.username, u.can_be_called AS called,
      CASE WHEN u.discord_id IS NULL THEN NULL WHEN a.body->>'channel' IS NOT NULL THEN 'in voice'
        WHEN (a.body->>'member')::boolean THEN 'in the server' ELSE 'elsewhere' END AS discord
    FROM users u LEFT JOIN discord_sandbox a ON a.kind = 'account' AND a.id = u.discord_id`);
  expect(rows).toHaveLength(demoPeople.length);
  for (const { name, canBeCalled, discord } of demoPeople)
    expect(rows).toContainEqual({ username: name, called: canBeCalled, discord });
  const peopleInVoice = signInDemoPeople.filter(({ discord }) => discord === 'in voice');
  expect(peopleInVoice.length).toBeGreaterThanOrEqual(2);
  for (const location of ['in the server', 'elsewhere', null])
    expect(signInDemoPeople.some(({ discord }) => discord === location)).toBe(true);
  expect(signInDemoPeople.some(({ discord, canBeCalled }) => discord && !canBeCalled)).toBe(true);
}

/** Expects cases of every severity and kind in the moderation queue, and no content that is hidden because of them. */
async function expectModerationQueue(): Promise<void> {
  const dona = await signInAs(app.url, 'dona@guilda.example', 'Dona_Crit');
  const { items, open } = await dona.api.moderationQueue.listQueue({ query: {} });
  expect(new Set(items.map(({ severity }) => severity))).toEqual(new Set(severities));
  expect(open).toMatchObject({ report: 4, appeal: 1, support: 1, feedback: 1 });
  for (const { id, kind } of items) {
    if (kind === 'withdrawal' || kind === 'refund') continue;
    await dona.api.moderationQueue.takeCase({ params: { id } });
    await dona.api.moderationQueue.releaseCase({ params: { id } });
  }
  const { actions } = await dona.api.moderationQueue.listActions({ query: {} });
  expect(actions.map(({ action }) => action)).toEqual(['warn', 'grant_admin']);
  expect(await countRows('posts WHERE hidden_at IS NOT NULL')).toBe(0);
  expect(await countRows("notifications WHERE type = 'moderation'")).toBe(0);
}

/** Expects that no mail about demo data was or will be sent, and that no preferences are set. */
async function expectNoMail(): Promise<void> {
  expect(await (await app.fetch('/dev/outbox')).json()).toEqual({ emails: [] });
  expect(await countRows("graphile_worker.jobs WHERE task_identifier LIKE 'reach.%'")).toBe(0);
  expect(await countRows('notice_settings')).toBe(0);
}

it('the demo data is inserted into an empty installation once, and completed after an interrupted start', {
  timeout: 120_000,
}, async () => {
  expect(await needsDemoData(app.pool)).toBe(true);
  await abortSeedingAt('pedidos');
  await abortSeedingAt('comunidade');
  expect(await needsDemoData(app.pool)).toBe(true);
  await seedDemo({
    app: app.program.app,
    pool: app.pool,
    accountAge: ACCOUNT_AGE,
    printLine: () => undefined,
  });
  expect(await needsDemoData(app.pool)).toBe(false);
  expect(await checkStepChains(app.program.database.db)).toEqual([]);
  expect(await countRows('users')).toBe(demoPeople.length);
  expect(await countRows('services')).toBe(demoServices.length);
  expect(await countRows('payments')).toBe(demoOrders.length);
  const { rows } = await app.pool.query('SELECT DISTINCT service_status FROM payments ORDER BY 1');
  expect(rows.map((row) => row.service_status)).toEqual([
    'awaiting_payment',
    'awaiting_start',
    'complete',
    'in_progress',
  ]);
  expect(await countRows("services WHERE type = 'media' AND archives <> '[]'")).toBe(3);
  expect(await countRows('archives WHERE service_id IS NULL OR removed_at IS NOT NULL')).toBe(0);
  expect(await listSoldFileKinds()).toEqual(['GIF', 'JPG', 'MP4', 'PNG']);
  expect(await countRows("services WHERE adult OR category = 'nudez'")).toBe(0);
  await assertLedgerBalanced(app.pool);
  await expectCommunity();
  await expectConversations();
  await expectModerationQueue();
  await expectNoMail();
  await expectDiscord();
});
