import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { messagesDataExport } from '../../../src/modules/messaging/index.ts';
import { readZipEntries } from '../../fixtures/checks/zip-entries.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';

/** Number of messages: enough to detect a read that loads all rows at once. */
const MESSAGE_COUNT = 5_000;
/** Maximum number of rows that one statement may load. */
const MAX_ROWS_PER_STATEMENT = 300;

let app: TestApp;
let exportingPeople: readonly [TestPerson, TestPerson];

beforeAll(async () => {
  app = await startTestApp();
  exportingPeople = [await app.signIn('conversadeira'), await app.signIn('ouvinte')];
  await insertConversation();
});
afterAll(() => app.close());

/** Creates a long conversation between the two people. */
async function insertConversation() {
  const [a, b] = exportingPeople;
  const id = randomUUID();
  const [low, high] = [a.uid, b.uid].sort();
  await app.pool.query(
    `INSERT INTO conversations (id, low_id, high_id, last_seq, active_at)
     VALUES ($1, $2, $3, $4, now())`,
    [id, low, high, MESSAGE_COUNT],
  );
  await app.pool.query(
    `INSERT INTO messages (id, conversation_id, seq, sender_id, receiver_id, message, sent_at,
       sender_n, receiver_n)
     SELECT gen_random_uuid(), $1, n, $2, $3, 'Mensagem de número ' || n,
       now() - interval '1 day' + n * interval '1 ms', n, n FROM generate_series(1, $4::int) AS n`,
    [id, a.uid, b.uid, MESSAGE_COUNT],
  );
}

/** Runs `runWork`; returns the maximum number of rows that one statement read, and the number of rows read in total. */
async function countReadRows(runWork: () => Promise<void>) {
  const counts: number[] = [];
  const { query } = app.pool;
  app.pool.query = (async (...args: unknown[]) => {
    const queryResult = await Reflect.apply(query, app.pool, args);
    counts.push(queryResult.rows.length);
    return queryResult;
  }) as typeof query;
  await runWork().finally(() => {
    app.pool.query = query;
  });
  return { maxCount: Math.max(...counts), total: counts.reduce((sum, count) => sum + count, 0) };
}

it('an export reads a long history a few hundred rows at a time, completely and in order', async () => {
  const [person, other] = exportingPeople;
  let zip = Buffer.alloc(0);
  const { maxCount, total } = await countReadRows(async () => {
    const response = await person.fetch('/api/users/me/export');
    zip = Buffer.from(await response.arrayBuffer());
  });
  expect(maxCount).toBeLessThanOrEqual(MAX_ROWS_PER_STATEMENT);
  expect(total).toBeGreaterThan(MESSAGE_COUNT);
  const name = `mensagens/${other.user.username}.json`;
  const file = readZipEntries(zip).find((entry) => entry.name === name);
  const { messages } = JSON.parse(file?.bytes.toString('utf8') ?? '{}') as {
    messages: { message: string }[];
  };
  expect(messages.map(({ message }) => message)).toEqual(
    Array.from({ length: MESSAGE_COUNT }, (_, n) => `Mensagem de número ${n + 1}`),
  );
});

it('an export reads more rows only while its output is consumed', async () => {
  const [person] = exportingPeople;
  const { rows } = await app.pool.query('SELECT id FROM conversations');
  const { total } = await countReadRows(async () => {
    const messages = messagesDataExport(app.pool, person.uid, rows[0].id);
    for (let n = 0; n < 10; n += 1) await messages.next();
    await messages.return(undefined);
  });
  expect(total).toBeLessThanOrEqual(MAX_ROWS_PER_STATEMENT);
});
