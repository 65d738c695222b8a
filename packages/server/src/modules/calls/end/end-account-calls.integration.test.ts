import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildCall,
  type CallsFixture,
  callPairOf,
  callUntilRinging,
  createCallsFixture,
  type Gamer,
  waitForPendingEvents,
} from '../../../../test/fixtures/modules/calls-fixture.ts';
import { holdTransaction } from '../../../../test/fixtures/server/hold-transaction.ts';

let fixture: CallsFixture;
beforeAll(async () => {
  fixture = await createCallsFixture();
});
afterAll(() => fixture.close());

const blockGamer = (blocker: Gamer, blocked: Gamer) =>
  blocker.fetch(`/api/users/${blocked.uid}/block`, { method: 'PUT' });
const deleteAccount = (person: Gamer) => person.fetch('/api/users/delete', { method: 'DELETE' });

const buildAcceptedColumns = () => ({
  state: 'accepted',
  response: 'not_moved',
  accepted_at: new Date(),
  channel_id: randomUUID(),
});

/** Expects that each device of `people` received the end of the call once. */
async function expectEndReceivedOnce(
  outcomeText: string,
  caller: Gamer,
  callee: Gamer,
  people: readonly Gamer[],
) {
  for (const device of people.flatMap(({ devices }) => devices)) {
    expect(await device.waitFor('callEnd')).toEqual([callPairOf(caller, callee)]);
    expect(device.payloadsOf('callChanged').at(-1)).toMatchObject({
      state: 'ended',
      outcome: outcomeText,
    });
  }
}

describe('a block', () => {
  it.each([
    ['caller', 'cancelled'],
    ['callee', 'declined'],
  ])('by the %s ends what rings between the two', async (side, outcome) => {
    const [ana, bia] = await fixture.buildPair();
    await callUntilRinging(ana, bia);
    const [by, of] = side === 'caller' ? [ana, bia] : [bia, ana];
    expect((await blockGamer(by, of)).status).toBe(204);
    await expectEndReceivedOnce(outcome, ana, bia, [ana, bia]);
    expect(await fixture.listInCall(ana.uid, bia.uid)).toEqual([]);
    expect((await by.api.calls.getCurrentCall()).call).toBeNull();
  });

  it('ends a call whose room is being made, and an accepted one', async () => {
    for (const stateColumns of [
      { state: 'opening', opening_at: new Date() },
      buildAcceptedColumns(),
    ]) {
      const [ana, bia] = await fixture.buildPair();
      await buildCall(fixture.pool, callPairOf(ana, bia), stateColumns);
      await blockGamer(bia, ana);
      await expectEndReceivedOnce(
        stateColumns.state === 'opening' ? 'declined' : 'left',
        ana,
        bia,
        [ana, bia],
      );
    }
  });

  it('of other people, or set again, ends nothing', async () => {
    const [ana, bia] = await fixture.buildPair();
    const caio = await fixture.buildGamer('Caio');
    await callUntilRinging(ana, bia);
    await blockGamer(bia, caio);
    await blockGamer(caio, ana);
    await waitForPendingEvents(ana, bia);
    expect(await fixture.statesOf(ana.uid)).toEqual(['pending']);
    await blockGamer(ana, bia);
    await blockGamer(ana, bia);
    await expectEndReceivedOnce('cancelled', ana, bia, [ana, bia]);
  });

  it('emits nothing before the commit', async () => {
    const [ana, bia] = await fixture.buildPair();
    await callUntilRinging(ana, bia);
    await using transaction = await holdTransaction(fixture.pool, [
      'SELECT FROM calls WHERE caller_id = $1 FOR UPDATE',
      [ana.uid],
    ]);
    const blockRequest = blockGamer(bia, ana);
    await transaction.waitForWaiters(1);
    await waitForPendingEvents(ana, bia);
    for (const device of ana.devices) expect(device.payloadsOf('callEnd')).toEqual([]);
    await transaction.commit();
    expect((await blockRequest).status).toBe(204);
    await expectEndReceivedOnce('declined', ana, bia, [ana, bia]);
  });
});

describe('closing an account', () => {
  it.each([
    ['caller', 'cancelled'],
    ['callee', 'declined'],
  ])('of the %s ends what rings, and leaves no call of theirs', async (side, outcome) => {
    const [ana, bia] = await fixture.buildPair();
    const endedColumns = { state: 'ended', outcome: 'left', ended_at: new Date() };
    await buildCall(fixture.pool, callPairOf(bia, ana), endedColumns);
    await callUntilRinging(ana, bia);
    const [gone, stays] = side === 'caller' ? [ana, bia] : [bia, ana];
    expect((await deleteAccount(gone)).ok).toBe(true);
    await expectEndReceivedOnce(outcome, ana, bia, [stays]);
    expect(await fixture.callsOf(gone.uid)).toEqual([]);
    await callUntilRinging(stays, await fixture.buildGamer('Caio'));
  });

  it('ends an accepted call, whose room is closed before the call is deleted', async () => {
    const [ana, bia] = await fixture.buildPair();
    const id = await buildCall(fixture.pool, callPairOf(ana, bia), buildAcceptedColumns());
    const endedColumns = { state: 'ended', outcome: 'left', ended_at: new Date() };
    const room = { channel_id: randomUUID(), room_closed_at: new Date() };
    await buildCall(fixture.pool, callPairOf(ana, bia), { ...endedColumns, ...room });
    await deleteAccount(ana);
    await expectEndReceivedOnce('left', ana, bia, [bia]);
    expect((await fixture.callsOf(ana.uid)).map((row) => [row.id, row.outcome])).toEqual([
      [id, 'left'],
    ]);
    expect(await fixture.listInCall(ana.uid, bia.uid)).toEqual([]);
  });

  it('that is rejected ends nothing', async () => {
    const admin = await fixture.app.signInAdmin();
    const bia = await fixture.buildGamer('Bia');
    await fixture.change(admin, { discord_id: '42', can_be_called: true });
    await buildCall(fixture.pool, callPairOf(bia, admin));
    expect((await admin.fetch('/api/users/delete', { method: 'DELETE' })).status).toBe(409);
    await waitForPendingEvents(bia);
    expect(await fixture.statesOf(bia.uid)).toEqual(['pending']);
    expect(bia.devices[0].payloadsOf('callEnd')).toEqual([]);
  });
});
