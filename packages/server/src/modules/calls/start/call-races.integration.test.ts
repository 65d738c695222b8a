import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type CallsFixture,
  callPairOf,
  createCallsFixture,
  type Gamer,
  placeCallTo,
} from '../../../../test/fixtures/modules/calls-fixture.ts';

let fixture: CallsFixture;
let ana: Gamer;
let bia: Gamer;
let caio: Gamer;
let davi: Gamer;
beforeAll(async () => {
  fixture = await createCallsFixture();
  const names = ['Ana', 'Bia', 'Caio', 'Davi'];
  const people = await Promise.all(names.map((name) => fixture.buildGamer(name)));
  [ana, bia, caio, davi] = people as [Gamer, Gamer, Gamer, Gamer];
});
afterAll(() => fixture.close());
beforeEach(() => deleteCalls());

const ROUND_COUNT = 10;

/** Deletes all calls. */
const deleteCalls = () => fixture.pool.query('DELETE FROM calls');

/** Runs `runRound` several times, each time without earlier calls. */
async function repeatRounds(runRound: () => Promise<void>): Promise<void> {
  for (let n = 0; n < ROUND_COUNT; n += 1) {
    await deleteCalls();
    await runRound();
  }
}

/** The codes of acknowledgements; `ok` for successful ones. */
const refusalCodes = (acks: readonly { readonly ok: boolean }[]) =>
  acks.map((ack) => ('code' in ack ? ack.code : 'ok')).toSorted();

const listLiveCalls = async ({ uid }: Gamer) =>
  (await fixture.callsOf(uid)).filter(({ state }) => state !== 'ended').length;

const acceptCall = () =>
  fixture.pool.query(`UPDATE calls SET state = 'accepted', accepted_at = now(), channel_id = id,
    response = 'moved', placed_at = 'epoch'`);

describe('calls placed at once', () => {
  it('by two to one: exactly one rings, the other gets busy', async () => {
    await repeatRounds(async () => {
      const ringCountBefore = caio.devices[0].payloadsOf('call').length;
      expect(
        refusalCodes(await Promise.all([placeCallTo(ana, caio), placeCallTo(bia, caio)])),
      ).toEqual(['callee_busy', 'ok']);
      expect(await fixture.statesOf(caio.uid)).toEqual(['pending']);
      for (const device of caio.devices)
        expect(await device.waitFor('call', ringCountBefore + 1)).toHaveLength(ringCountBefore + 1);
      // A person whose call was refused is not in a call.
      expect(await fixture.listInCall(ana.uid, bia.uid, caio.uid)).toHaveLength(2);
    });
  });

  it('by each of two to the other: one rings', async () => {
    await repeatRounds(async () => {
      const acks = await Promise.all([placeCallTo(ana, bia), placeCallTo(bia, ana)]);
      expect(refusalCodes(acks)).toEqual(['already_calling', 'ok']);
      expect(await fixture.statesOf(ana.uid)).toEqual(['pending']);
    });
  });

  it('in a circle of people: no deadlock, and nobody is in two calls', async () => {
    const people = [ana, bia, caio, davi];
    await repeatRounds(async () => {
      const acks = await Promise.all(
        people.map((caller, n) => placeCallTo(caller, people[(n + 1) % people.length] as Gamer)),
      );
      const ringingCount = acks.filter(({ ok }) => ok).length;
      expect(ringingCount).toBeGreaterThanOrEqual(1);
      for (const code of refusalCodes(acks))
        expect(['ok', 'already_calling', 'callee_busy']).toContain(code);
      for (const gamer of people) expect(await listLiveCalls(gamer)).toBeLessThanOrEqual(1);
      expect(await fixture.listInCall(...people.map(({ uid }) => uid))).toHaveLength(
        2 * ringingCount,
      );
    });
  });

  it('by 20 presses of one button, on two devices: one call', async () => {
    const ringCountBefore = bia.devices[0].payloadsOf('call').length;
    const acks = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ana.devices[n % 2 ? 1 : 0].send('call', { calleeId: bia.uid }),
      ),
    );
    expect(refusalCodes(acks)).toEqual([...Array(19).fill('already_calling'), 'ok']);
    expect(await fixture.statesOf(ana.uid)).toEqual(['pending']);
    for (const device of bia.devices)
      expect(await device.waitFor('call', ringCountBefore + 1)).toHaveLength(ringCountBefore + 1);
  });

  it('again by both of an accepted call: it ends once, and one call rings', async () => {
    await repeatRounds(async () => {
      await placeCallTo(ana, bia);
      await acceptCall();
      const acks = await Promise.all([placeCallTo(ana, bia), placeCallTo(bia, ana)]);
      expect(refusalCodes(acks)).toEqual(['already_calling', 'ok']);
      expect(await fixture.statesOf(ana.uid)).toEqual(['left', 'pending']);
    });
  });

  it('and ended concurrently leave nobody in an ended call', async () => {
    const requests = Array.from({ length: 30 }, (_, n) => {
      const [from, to] = n % 2 ? [ana, bia] : [caio, bia];
      return [placeCallTo(from, to), from.devices[1].send('callEnd', callPairOf(from, to))];
    });
    await Promise.all(requests.flat());
    for (const gamer of [ana, bia, caio]) {
      const liveCallCount = await listLiveCalls(gamer);
      expect(liveCallCount).toBeLessThanOrEqual(1);
      expect(await fixture.listInCall(gamer.uid)).toHaveLength(liveCallCount);
    }
  });
});

describe('a call at once with', () => {
  it('a block: no call crosses it', async () => {
    const requestBlock = (method: string) => bia.fetch(`/api/users/${ana.uid}/block`, { method });
    await repeatRounds(async () => {
      await requestBlock('DELETE');
      const [ack, answer] = await Promise.all([placeCallTo(ana, bia), requestBlock('PUT')]);
      expect(answer.status).toBe(204);
      if (!ack.ok) expect(ack.code).toBe('blocked');
      expect(await listLiveCalls(ana)).toBe(0);
      expect(await fixture.listInCall(ana.uid, bia.uid)).toEqual([]);
    });
    await requestBlock('DELETE');
  });

  it('closing an account: nobody stays in a call with a closed account', async () => {
    for (let round = 0; round < 4; round += 1) {
      const closingGamer = await fixture.buildGamer('Eva');
      const [ack, answer] = await Promise.all([
        placeCallTo(ana, closingGamer),
        closingGamer.fetch('/api/users/delete', { method: 'DELETE' }),
      ]);
      expect(answer.ok).toBe(true);
      if (!ack.ok) expect(ack.code).toBe('user_not_found');
      expect(await fixture.listInCall(ana.uid, closingGamer.uid)).toEqual([]);
      expect(await fixture.callsOf(closingGamer.uid)).toEqual([]);
    }
  });
});
