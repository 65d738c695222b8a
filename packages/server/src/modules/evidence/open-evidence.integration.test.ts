import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createEvidenceFixture,
  type EvidenceFixture,
} from '../../../test/fixtures/modules/evidence-fixture.ts';
import type { TestPerson } from '../../../test/fixtures/server/test-app.ts';
import { recordEvidenceCauseEnd } from './index.ts';

let fixture: EvidenceFixture;
let admin: TestPerson;
let buyer: TestPerson;
let seller: TestPerson;
let order: Awaited<ReturnType<EvidenceFixture['order']>>;
beforeAll(async () => {
  fixture = await createEvidenceFixture();
  admin = await fixture.app.signInAdmin();
});
afterAll(() => fixture?.app.close());
beforeEach(async () => {
  [buyer, seller] = [
    await fixture.signInNewPerson('Compra'),
    await fixture.signInNewPerson('Vende'),
  ];
  order = await fixture.order(buyer, seller);
});

const runQuery = (text: string, values: unknown[] = []) => fixture.pool.query(text, values);
const readStatusFor = async (by: TestPerson, id = order.id) => {
  const response = await fixture.download(by, id);
  await response.arrayBuffer();
  return response.status;
};
const listOpenings = async () =>
  (
    await runQuery(
      `SELECT actor_id, subject_kind FROM moderation_actions
       WHERE action = 'open_evidence' AND subject_id = $1`,
      [order.id],
    )
  ).rows;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the evidence of an order', () => {
  it('is not there without a dispute or chargeback', async () => {
    for (const by of [buyer, seller, admin]) expect(await readStatusFor(by)).toBe(404);
    expect(await listOpenings()).toEqual([]);
  });

  it('is for its two people and the team, and for nobody else', async () => {
    await fixture.seal(order.id);
    const stranger = await fixture.signInNewPerson('Passa');
    expect(await readStatusFor(stranger)).toBe(404);
    expect((await fixture.app.fetch(`/api/payments/${order.id}/evidence`)).status).toBe(401);
    for (const by of [buyer, seller]) expect(await readStatusFor(by)).toBe(200);
    expect(await listOpenings()).toEqual([]);
    expect(await readStatusFor(admin)).toBe(200);
    expect(await readStatusFor(admin)).toBe(200);
    const openingEntry = { actor_id: admin.uid, subject_kind: 'order' };
    expect(await listOpenings()).toEqual([openingEntry, openingEntry]);
  });

  it('is one zip with a page, the data, and the hash of each', async () => {
    const sealedRecord = await fixture.seal(order.id, { reason: 'other', description: 'Sumiu.' });
    const response = await fixture.download(buyer, order.id);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="provas-${order.code}.zip"`,
      'cache-control': 'no-store',
    });
    await response.arrayBuffer();
    const files = await fixture.open(buyer, order.id);
    expect(Object.keys(files)).toEqual(['provas.html', 'dados.json', 'SHA256.txt']);
    const { 'dados.json': data = '', 'provas.html': page = '' } = files;
    expect(sha256(data)).toBe(sealedRecord.sha256);
    expect(page).toContain(sealedRecord.sha256);
    expect(page).toContain(order.code);
    expect(files['SHA256.txt']).toBe(
      `${sha256(page)}  provas.html\n${sealedRecord.sha256}  dados.json\n`,
    );
    expect(JSON.parse(data)).toMatchObject({ cause: { description: 'Sumiu.' } });
  });

  it('has the records of all disputes and chargebacks, oldest first', async () => {
    await fixture.seal(order.id);
    await fixture.seal(order.id, { cause: 'chargeback' });
    const files = await fixture.open(admin, order.id);
    expect(Object.keys(files)).toEqual([
      'provas.html',
      'dados.json',
      'provas-2.html',
      'dados-2.json',
      'SHA256.txt',
    ]);
    expect(JSON.parse(files['dados-2.json'] ?? '')).toMatchObject({
      cause: { kind: 'chargeback' },
    });
    expect(files['provas-2.html']).toContain('dados-2.json');
  });

  it('is text alone: nothing that people typed is markup', async () => {
    const hostileText = `</bdi><script>alert(1)</script><img src=x onerror='alert(1)'>"&`;
    await runQuery('UPDATE payments SET product_name = $2 WHERE id = $1', [order.id, hostileText]);
    await runQuery('UPDATE sold_services SET description = $2 WHERE payment_id = $1', [
      order.id,
      hostileText,
    ]);
    await runQuery('UPDATE users SET display_name = $2 WHERE uid = $1', [buyer.uid, hostileText]);
    await runQuery(
      `INSERT INTO reviews (id, payment_id, service_id, seller_id, author_id, title, description, rating, recommend, answer,
         answered_at) VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $5, 1, false, $5, now())`,
      [order.id, order.serviceId, seller.uid, buyer.uid, hostileText],
    );
    await fixture.seal(order.id, { description: hostileText });
    const page = (await fixture.open(buyer, order.id))['provas.html'] ?? '';
    expect(page.match(/&lt;script&gt;/g)).toHaveLength(7);
    expect(page).not.toMatch(/<(script|img|a|link|iframe|form)\b/);
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  });
});

describe('sealed evidence', () => {
  /** Completes the order, because people with an open order cannot close their accounts. */
  const endOrder = () =>
    seller.api.orders.updatePayment({
      params: { id: order.id },
      body: { serviceStatus: 'complete', endedIt: seller.uid },
    });

  it('survives the end of the accounts and of the service; then only the team opens it', async () => {
    const sealedRecord = await fixture.seal(order.id);
    const filesBefore = await fixture.open(buyer, order.id);
    await endOrder();
    await seller.api.users.deleteMe();
    expect(await readStatusFor(buyer)).toBe(404);
    await buyer.api.users.deleteMe();
    const filesAfter = await fixture.open(admin, order.id);
    expect(filesAfter).toEqual(filesBefore);
    expect(sha256(filesAfter['dados.json'] ?? '')).toBe(sealedRecord.sha256);
  });

  it('is erased 180 days after its dispute is closed', async () => {
    const { id } = await fixture.seal(order.id);
    const row = (await runQuery('SELECT cause, cause_id FROM evidence WHERE id = $1', [id]))
      .rows[0];
    const key = { cause: row.cause, causeId: row.cause_id };
    const backdateClosing = (days: number) =>
      runQuery(
        `UPDATE evidence SET closed_at = closed_at - make_interval(days => $2) WHERE id = $1`,
        [id, days],
      );
    await runQuery(`UPDATE evidence SET sealed_at = now() - interval '5 years' WHERE id = $1`, [
      id,
    ]);
    await fixture.runRetention();
    await recordEvidenceCauseEnd(fixture.database.db, key);
    await backdateClosing(179);
    await recordEvidenceCauseEnd(fixture.database.db, key);
    await fixture.runRetention();
    expect(await readStatusFor(buyer)).toBe(200);
    await backdateClosing(2);
    await fixture.runRetention();
    expect(await readStatusFor(buyer)).toBe(404);
  });
});
