import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import type { Person } from '../../../platform/actor.ts';
import { createLogger } from '../../../platform/telemetry/logging.ts';
import { systemIds } from '../../../ports/ids.ts';
import { createDevicePositions } from './device-positions.ts';

const person = { kind: 'person', uid: 'ana', role: 'user', sessionId: 's1' } as Person;

/** Creates positions for one session on a database in which the inbox ends at `head` and which saves everything. */
function setUp(head: number) {
  const savedNumbers: number[] = [];
  const query = async ({ values: [, numbers] }: { readonly values: readonly unknown[] }) => {
    if (Array.isArray(numbers)) savedNumbers.push(...numbers);
    const savedPosition = savedNumbers.length === 0 ? null : String(Math.max(...savedNumbers));
    return { rows: [{ head: String(head), savedPosition }] };
  };
  const pool = { query } as unknown as Pool;
  const log = createLogger('silent');
  const positions = createDevicePositions({ database: { pool }, ids: systemIds, log });
  return {
    ...positions,
    /** The inbox number at which a new client of the session starts once all positions are saved. */
    startOfNewClient: async () => {
      await positions.settled();
      const connectionId = await positions.createConnectionId(person, { pid: null, offset: null });
      return Number(connectionId.split('.')[0]);
    },
  };
}

it('a new client of a new session starts at the end of the inbox', async () => {
  expect(await setUp(9).startOfNewClient()).toBe(9);
});

it('a new client starts where a dropped device of its session would have started', async () => {
  const { deviceDropped, startOfNewClient } = setUp(9);
  deviceDropped('s1', 4);
  expect(await startOfNewClient()).toBe(4);
});

it('a dropped device that started earlier does not decrease the saved position', async () => {
  const { deviceConnected, deviceDisconnected, deviceDropped, startOfNewClient } = setUp(9);
  deviceConnected('s1', 4);
  deviceDisconnected('s1', 6);
  deviceDropped('s1', 5);
  expect(await startOfNewClient()).toBe(6);
});

it('a dropped device does not move the position past what a connected device has received', async () => {
  const { deviceConnected, deviceDisconnected, deviceDropped, startOfNewClient } = setUp(9);
  deviceConnected('s1', 4);
  deviceDropped('s1', 9);
  expect(await startOfNewClient()).toBe(9);
  deviceDisconnected('s1', 6);
  expect(await startOfNewClient()).toBe(6);
});
