import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createPresenceFixture,
  nextTick,
} from '../../../test/fixtures/modules/presence-fixture.ts';
import { seed } from '../../../test/seed.ts';

type Fixture = ReturnType<typeof createPresenceFixture>;
type Device = Awaited<ReturnType<Fixture['nodes'][number]['connectDevice']>>;

const PEOPLE = ['ana', 'bia', 'cai'] as const;

/** Returns what a device shows: the list that it received when it connected, changed by the events since. */
function viewOf({ list, heard }: Device): Record<string, string> {
  const view = new Map<string, string>(list.map(({ userId, status }) => [userId, status]));
  for (const { userId, status } of heard) view.set(userId, status);
  return Object.fromEntries(PEOPLE.map((uid) => [uid, view.get(uid) ?? 'offline']));
}

const stepArbitrary = fc.record({
  act: fc.constantFrom('connect', 'leave', 'remove', 'broadcast', 'wait', 'hide', 'show', 'block'),
  uid: fc.constantFrom(...PEOPLE),
});

const hiddenRules = {
  hide: { allowed: [], blocked: [] },
  show: { allowed: null, blocked: [] },
  block: { allowed: null, blocked: ['ana', 'bia', 'cai'] },
} as const;

async function takeStep(
  fixture: Fixture,
  devices: Device[],
  { act, uid }: { act: string; uid: string },
) {
  const [node] = fixture.nodes;
  if (!node) throw new Error('no node');
  const deviceIndex = devices.findIndex((device) => device.uid === uid);
  if (act === 'connect') devices.push(await node.connectDevice(uid, { broadcastAfter: false }));
  else if (act === 'leave' && deviceIndex >= 0) devices.splice(deviceIndex, 1)[0]?.leave();
  else if (act === 'remove') {
    // Removing a person also closes their devices.
    for (const device of devices.splice(0)) {
      if (device.uid === uid) device.leave();
      else devices.push(device);
    }
    node.presence.removeUser(uid);
  } else if (act === 'broadcast') fixture.timers.advance(0);
  else if (act === 'wait') fixture.timers.advance(10_000);
  else if (act in hiddenRules) {
    const { allowed, blocked } = hiddenRules[act as keyof typeof hiddenRules];
    fixture.visibilityRules.set(uid, {
      allowed,
      blocked: blocked.filter((blockedUid) => blockedUid !== uid),
    });
    node.presence.visibilityChanged(uid);
    await nextTick();
  }
}

it('every device shows the status of everybody, whatever happened before it was broadcast', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 14 }), async (steps) => {
      const fixture = createPresenceFixture(1);
      const devices: Device[] = [];
      for (const step of steps) await takeStep(fixture, devices, step);
      fixture.timers.advance(0);
      for (const device of devices) {
        const statuses = PEOPLE.map((uid) => [uid, fixture.nodes[0]?.statusFor(device.uid, uid)]);
        expect(viewOf(device)).toEqual(Object.fromEntries(statuses));
      }
    }),
    { seed, numRuns: 500 },
  );
});
