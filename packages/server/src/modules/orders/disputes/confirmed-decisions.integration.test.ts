import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createDisputeFixture,
  type DisputeFixture,
} from '../../../../test/fixtures/modules/money/dispute-fixture.ts';

let fixture: DisputeFixture;
beforeAll(async () => {
  fixture = await createDisputeFixture();
});
afterAll(() => fixture.close());

const releasedOutcome = { outcome: 'released' };
const decideWith = async (id: string, confirmation: string, body: object = releasedOutcome) => {
  const answer = await fixture.decide(id, body, fixture.admin, confirmation);
  return [answer.statusCode, answer.json().code];
};
async function createDisputedOrder(): Promise<string> {
  const id = await fixture.buildCompletedOrder();
  expect((await fixture.open(id)).statusCode).toBe(201);
  return id;
}

it('a dispute is decided with a confirmation, which stays valid after a refusal', async () => {
  const [id, next] = [await createDisputedOrder(), await createDisputedOrder()];
  const otherPurposeConfirmation = await fixture.confirm(fixture.admin, 'withdrawal');
  for (const confirmation of ['', otherPurposeConfirmation])
    expect(await decideWith(id, confirmation)).toEqual([403, 'confirmation_required']);
  expect(await fixture.paymentOf(id)).toMatchObject({ dispute: { state: 'open' } });
  const confirmation = await fixture.confirm(fixture.admin, 'admin_money');
  const excessiveDecision = { outcome: 'partly_refunded', refundAmount: '49.90' };
  expect((await decideWith(id, confirmation, excessiveDecision))[0]).toBe(400);
  expect((await decideWith(id, confirmation))[0]).toBe(200);
  expect(await decideWith(next, confirmation)).toEqual([403, 'confirmation_required']);
  expect(await decideWith(id, '')).toEqual([409, 'dispute_resolved']);
});

it('one of twenty disputes is decided with one confirmation', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, createDisputedOrder));
  const confirmation = await fixture.confirm(fixture.admin, 'admin_money');
  const answers = await Promise.all(ids.map((id) => decideWith(id, confirmation)));
  expect(answers.map(([status]) => status).toSorted()).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 403),
  ]);
});
