import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPrivacyFixture,
  type PrivacyFixture,
} from '../../../test/fixtures/modules/privacy-fixture.ts';
import { errorOfCall } from '../../../test/fixtures/server/test-app.ts';

let fixture: PrivacyFixture;

beforeAll(async () => {
  fixture = await createPrivacyFixture();
});

afterAll(() => fixture.close());

describe('the deletion of an account', () => {
  test('is refused to the seller of a completed order while the money is clearing, and not to the buyer', async () => {
    const { seller, buyer, id } = await fixture.buildOrder('complete');
    await fixture.pool.query(
      `UPDATE payments SET held_until = now() + interval '1 hour' WHERE id = $1`,
      [id],
    );
    const refusal = await errorOfCall(fixture.leave(seller));
    expect(refusal).toMatchObject({ status: 409, code: 'open_orders' });
    expect(refusal.body['orders']).toMatchObject([{ id, serviceStatus: 'complete' }]);
    await fixture.leave(buyer);
    await fixture.pool.query('UPDATE payments SET held_until = NULL WHERE id = $1', [id]);
    await fixture.leave(seller);
    expect(await fixture.userOf(seller)).not.toMatchObject({ deleted_at: null });
  });

  test('is refused to buyer and seller of a completed order while its dispute is open', async () => {
    const { seller, buyer, id } = await fixture.buildOrder('complete');
    const dispute = await fixture.pool.query(
      `WITH opened AS (
         INSERT INTO disputes (id, payment_id, reason, description, opened_at, answer_by, decide_by)
         VALUES (gen_random_uuid(), $1, 'not_delivered', 'Ninguém apareceu.', now(), now(), now())
         RETURNING id)
       UPDATE payments SET open_dispute_id = opened.id FROM opened WHERE payments.id = $1`,
      [id],
    );
    expect(dispute.rowCount).toBe(1);
    for (const uid of [seller, buyer]) {
      const refusal = await errorOfCall(fixture.leave(uid));
      expect(refusal).toMatchObject({ status: 409, code: 'open_orders' });
      expect(refusal.body['orders']).toMatchObject([{ id, serviceStatus: 'complete' }]);
    }
    await fixture.pool.query('UPDATE payments SET open_dispute_id = NULL WHERE id = $1', [id]);
    for (const uid of [seller, buyer]) await fixture.leave(uid);
  });

  test.each(['awaiting_start', 'in_progress'])(
    'is refused to both people of an order in %s, with a list of these orders',
    async (service_status) => {
      const { seller, buyer, id } = await fixture.buildOrder(service_status);
      for (const uid of [seller, buyer]) {
        const refusal = await errorOfCall(fixture.leave(uid));
        expect(refusal).toMatchObject({
          status: 409,
          code: 'open_orders',
          message: 'Você possui pedidos em andamento.',
        });
        expect(refusal.body['orders']).toEqual([
          {
            id,
            purchaseCode: id.slice(0, 8).toUpperCase(),
            productName: 'Aula de Valorant',
            serviceStatus: service_status,
          },
        ]);
        expect(await fixture.userOf(uid)).toMatchObject({ deleted_at: null });
      }
    },
  );

  test('changes nothing when it is refused', async () => {
    const { seller, service } = await fixture.buildOrder('in_progress');
    await errorOfCall(fixture.leave(seller));
    const serviceRows = await fixture.pool.query('SELECT deleted_at FROM services WHERE id = $1', [
      service,
    ]);
    expect(serviceRows.rows).toEqual([{ deleted_at: null }]);
    await fixture.jobs.runUntilIdle();
    expect(fixture.erased).toEqual([]);
  });

  test.each(['awaiting_payment', 'complete', 'cancelled', 'refunded'])(
    'is allowed to both people of an order in %s',
    async (service_status) => {
      const { seller, buyer } = await fixture.buildOrder(service_status);
      await fixture.leave(seller);
      await fixture.leave(buyer);
    },
  );

  test('is refused to an administrator, who would come back as another one, until the role ends', async () => {
    const admin = await fixture.buildPerson({ role: 'admin' });
    await fixture.buildPerson({ role: 'admin' });
    expect(await errorOfCall(fixture.leave(admin))).toMatchObject({
      status: 409,
      code: 'administrator_stays',
      message: 'Quem é da equipe não pode excluir a conta. Peça antes para sair da equipe.',
    });
    await fixture.pool.query(`UPDATE users SET role = 'user' WHERE uid = $1`, [admin]);
    await fixture.leave(admin);
    expect(await fixture.userOf(admin)).not.toMatchObject({ deleted_at: null });
  });

  test('is refused to a visitor', async () => {
    expect(await errorOfCall(fixture.visitor.users.deleteMe())).toMatchObject({
      status: 401,
      message: 'Token não fornecido.',
    });
  });
});
