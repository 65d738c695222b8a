import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPackFile } from '../../../test/fixtures/data/builders.ts';
import {
  createEvidenceFixture,
  type EvidenceFixture,
} from '../../../test/fixtures/modules/evidence-fixture.ts';
import type { TestPerson } from '../../../test/fixtures/server/test-app.ts';
import type { EvidenceContent } from './evidence-content.ts';
import { checkEvidence } from './index.ts';

let fixture: EvidenceFixture;
let buyer: TestPerson;
let seller: TestPerson;
let order: Awaited<ReturnType<EvidenceFixture['order']>>;
beforeAll(async () => {
  fixture = await createEvidenceFixture();
  [buyer, seller] = [
    await fixture.signInNewPerson('Compra'),
    await fixture.signInNewPerson('Vende'),
  ];
});
afterAll(() => fixture?.app.close());
beforeEach(async () => {
  order = await fixture.order(buyer, seller, { description: 'Subo você dois elos.' });
});

const runQuery = (text: string, values: unknown[] = []) => fixture.pool.query(text, values);
const readEvidenceRow = async (id: string) =>
  (await runQuery('SELECT * FROM evidence WHERE id = $1', [id])).rows[0];
const readContent = async (id: string): Promise<EvidenceContent> =>
  JSON.parse((await readEvidenceRow(id)).content);
const sealAndReadContent = async (request = {}) =>
  readContent((await fixture.seal(order.id, request)).id);

/**
 * Inserts `count` messages from buyer to seller, numbered from `lastNumber` + 1, one for each second after `startSql`
 * (an SQL expression for a time).
 */
async function insertMessages(count: number, lastNumber: number, startSql: string) {
  await runQuery(
    `INSERT INTO conversations (id, low_id, high_id)
     VALUES (gen_random_uuid(), least($1::uuid, $2::uuid), greatest($1::uuid, $2::uuid)) ON CONFLICT DO NOTHING`,
    [buyer.uid, seller.uid],
  );
  await runQuery(
    `INSERT INTO messages (id, conversation_id, seq, sender_id, receiver_id, message, sent_at, sender_n, receiver_n)
     SELECT gen_random_uuid(), c.id, $3::int + n, $1::uuid, $2::uuid, 'Mensagem ' || n, ${startSql} + make_interval(secs => n), $3::int + n, $3::int + n
     FROM conversations c, generate_series(1, $4::int) AS n
     WHERE c.low_id = least($1::uuid, $2::uuid) AND c.high_id = greatest($1::uuid, $2::uuid)`,
    [buyer.uid, seller.uid, lastNumber, count],
  );
}

describe('a sealed record', () => {
  it('is the hash of its content, and continues the last step of the order', async () => {
    const { id, sha256 } = await fixture.seal(order.id);
    const row = await readEvidenceRow(id);
    expect(createHash('sha256').update(row.content).digest('hex')).toBe(sha256);
    expect(row.hash.toString('hex')).toBe(sha256);
    const content = await readContent(id);
    const { rows } = await runQuery(
      `SELECT encode(hash, 'hex') AS hash FROM payment_steps WHERE payment_id = $1 ORDER BY seq`,
      [order.id],
    );
    expect(content.steps.map(({ hash }) => hash)).toEqual(rows.map(({ hash }) => hash));
    expect(content.lastStepHash).toBe(rows.at(-1)?.hash);
    expect(row.step_hash.toString('hex')).toBe(content.lastStepHash);
    expect(await checkEvidence(fixture.database.db)).toEqual([]);
  });

  it('has the order, its two people, and what the buyer said', async () => {
    const claim = { reason: 'not_delivered', description: 'Ele não veio.' };
    const content = await sealAndReadContent(claim);
    expect(content.cause).toMatchObject({ kind: 'dispute', ...claim });
    expect(content.order).toMatchObject({
      id: order.id,
      purchaseCode: order.code,
      status: 'in_progress',
      price: '0.00',
      buyer: { uid: buyer.uid },
      seller: { uid: seller.uid },
    });
    expect(JSON.stringify(content)).not.toContain(buyer.email);
  });

  it('has the service as it was sold, whatever became of it', async () => {
    const packFileId = await buildPackFile(fixture.pool, seller.uid);
    await runQuery(
      'INSERT INTO order_archives (payment_id, archive_id, position) VALUES ($1, $2, 0)',
      [order.id, packFileId],
    );
    await runQuery(`UPDATE archives SET sha256 = repeat('ab', 32) WHERE id = $1`, [packFileId]);
    await runQuery(
      `UPDATE services SET title = 'Outro', description = 'Nada disso', price = 1 WHERE id = $1`,
      [order.serviceId],
    );
    expect((await sealAndReadContent()).service).toMatchObject({
      title: 'Aula de Valorant',
      description: 'Subo você dois elos.',
      price: '0.00',
      type: 'call',
      category: 'valorant',
      files: [{ id: packFileId, sha256: 'ab'.repeat(32), size: expect.any(Number) }],
    });
  });

  it('has downloads, calls, reviews and refunds', async () => {
    await runQuery(
      `INSERT INTO pack_download_days (payment_id, kind, day, requests, redirects, bytes, first_at, last_at)
       VALUES ($1, 'zip', '2026-11-20', 3, 0, 2048, now(), now())`,
      [order.id],
    );
    const insertCall = (caller: string, callee: string, placedAtSql: string) =>
      runQuery(
        `INSERT INTO calls (id, caller_id, callee_id, state, outcome, placed_at, rings_until, accepted_at, ended_at,
           caller_seconds, callee_seconds)
         VALUES (gen_random_uuid(), $1, $2, 'ended', 'left', ${placedAtSql}, now(), now(), now(), 70, 50)`,
        [caller, callee],
      );
    await insertCall(seller.uid, buyer.uid, 'now()');
    await insertCall(buyer.uid, seller.uid, "now() - interval '1 day'");
    await runQuery(
      `INSERT INTO reviews (id, payment_id, service_id, seller_id, author_id, title, description, rating, recommend)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, 'Ruim', 'Péssimo', 1, false)`,
      [order.id, order.serviceId, seller.uid, buyer.uid],
    );
    await runQuery(
      `INSERT INTO refunds (id, payment_id, amount, reason) VALUES (gen_random_uuid(), $1, 1050, 'admin')`,
      [order.id],
    );
    const content = await sealAndReadContent();
    expect(content.downloads).toMatchObject({
      truncated: false,
      items: [{ file: null, kind: 'zip', day: '2026-11-20', requests: 3, bytes: 2048 }],
    });
    expect(content.calls.items).toMatchObject([
      { from: 'seller', outcome: 'left', buyerSeconds: 50, sellerSeconds: 70 },
    ]);
    expect(content.reviews).toMatchObject([{ rating: 1, title: 'Ruim', description: 'Péssimo' }]);
    expect(content.refunds).toMatchObject([{ amount: '10.50', reason: 'admin' }]);
  });

  it('has the greeting of the start, marked as written by Guilda', async () => {
    expect((await sealAndReadContent()).conversation.items).toMatchObject([
      { from: 'seller', system: true, text: expect.stringContaining('Olá! O atendimento') },
    ]);
  });

  it('has the newest thousand messages since the checkout, and says that there are more', async () => {
    await runQuery('DELETE FROM messages');
    await insertMessages(3, 0, "now() - interval '1 day'");
    await insertMessages(1_001, 10, 'now()');
    const { conversation } = await sealAndReadContent();
    expect(conversation).toMatchObject({ limit: 1_000, truncated: true, total: 1_001 });
    expect(conversation.items).toHaveLength(1_000);
    expect(conversation.items[0]).toMatchObject({
      from: 'buyer',
      system: false,
      text: 'Mensagem 2',
    });
    expect(conversation.items.at(-1)).toMatchObject({ text: 'Mensagem 1001' });
  });
});

describe('sealing', () => {
  it('happens once for a dispute, whatever changes later', async () => {
    const request = { causeId: randomUUID() };
    const firstRecord = await fixture.seal(order.id, request);
    await runQuery(`UPDATE payments SET product_name = 'Outro' WHERE id = $1`, [order.id]);
    expect(await fixture.seal(order.id, request)).toEqual(firstRecord);
    const chargebackRecord = await fixture.seal(order.id, { ...request, cause: 'chargeback' });
    expect(chargebackRecord.id).not.toBe(firstRecord.id);
  });

  it('happens once when many requests race', async () => {
    const request = { causeId: randomUUID() };
    const sealedRecords = await Promise.all(
      Array.from({ length: 20 }, () => fixture.seal(order.id, request)),
    );
    expect(new Set(sealedRecords.map(({ id }) => id)).size).toBe(1);
    const rows = await runQuery('SELECT FROM evidence WHERE cause_id = $1', [request.causeId]);
    expect(rows.rowCount).toBe(1);
  });

  it('leaves nothing behind when the transaction is rolled back', async () => {
    const { sealEvidence } = await import('./index.ts');
    const causeId = randomUUID();
    const failedSealing = fixture.database.transaction(async (tx) => {
      const ids = { uuid: randomUUID };
      await sealEvidence(tx, { ids }, { orderId: order.id, cause: 'dispute', causeId });
      throw new Error('the dispute is refused');
    });
    await expect(failedSealing).rejects.toThrow('the dispute is refused');
    expect((await runQuery('SELECT FROM evidence WHERE cause_id = $1', [causeId])).rowCount).toBe(
      0,
    );
  });

  it('fails for an unknown order', async () => {
    await expect(fixture.seal(randomUUID())).rejects.toThrow('there is no order');
  });
});

describe('the check of sealed evidence', () => {
  it.each([
    ['content was changed', "content = replace(content, 'in_progress', 'complete')"],
    ['step does not exist', 'step_hash = sha256(step_hash)'],
  ])('finds a record whose %s', async (_, change) => {
    const { id } = await fixture.seal(order.id);
    await runQuery(`UPDATE evidence SET ${change} WHERE id = $1`, [id]);
    expect(await checkEvidence(fixture.database.db)).toEqual([{ rule: 'evidence', ids: [id] }]);
    await runQuery('DELETE FROM evidence WHERE id = $1', [id]);
  });
});
