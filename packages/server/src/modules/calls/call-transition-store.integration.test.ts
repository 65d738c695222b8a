import { callStates } from '@guilda/contract/chat/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../../../test/fixtures/data/builders.ts';
import { buildCall } from '../../../test/fixtures/modules/calls-fixture.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { type CallAction, type CallTransition, callTransitions } from './call-states.ts';
import { applyCallTransition } from './call-transition-store.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.pooledUrl, { log: quietLog });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const callActions = Object.keys(callTransitions) as CallAction[];
const MINUTE_MS = 60_000;
const dateInMs = (ms: number) => new Date(Date.now() + ms);
let channelCount = 0;

/** The state of a call, with the values that the table's constraints require in this state. */
const columnsOf = (state: string) => {
  channelCount += 1;
  const room = { channel_id: `${channelCount}`, response: 'not_moved', accepted_at: dateInMs(0) };
  return {
    state,
    ...(state === 'opening' ? { opening_at: dateInMs(0) } : {}),
    ...(state === 'accepted' ? room : {}),
    ...(state === 'ended' ? { outcome: 'left', ended_at: dateInMs(0) } : {}),
  };
};

/** For each condition: column values for which it holds, and values for which it does not (null: it always holds). */
const buildTransitionConditions = () =>
  ({
    always: [{}, null],
    ringing: [{ rings_until: dateInMs(10 * MINUTE_MS) }, { rings_until: dateInMs(-1) }],
    rung: [{ rings_until: dateInMs(-1) }, { rings_until: dateInMs(10 * MINUTE_MS) }],
    stale: [{ opening_at: dateInMs(-31_000) }, { opening_at: dateInMs(-1_000) }],
  }) as const;

async function applyTransition(action: CallAction, columns: Readonly<Record<string, unknown>>) {
  const [callerId, calleeId] = [await buildUser(database.pool), await buildUser(database.pool)];
  const id = await buildCall(database.pool, { callerId, calleeId }, columns);
  const roomData =
    action === 'accept' ? { channelId: id, inviteLink: null, response: 'moved' } : {};
  const movedCall = await applyCallTransition(
    database.db,
    action,
    id,
    roomData as Record<never, never>,
  );
  const { rows } = await database.pool.query('SELECT * FROM calls WHERE id = $1', [id]);
  const { rowCount } = await database.pool.query('SELECT FROM call_people WHERE call_id = $1', [
    id,
  ]);
  return { moved: movedCall, row: rows[0], people: rowCount };
}

describe('a call', () => {
  it.each(callStates.flatMap((from) => callActions.map((action) => [from, action] as const)))(
    'that is %s: %s',
    async (from, action) => {
      const { from: fromStates, to, outcome, when }: CallTransition = callTransitions[action];
      const [holds, fails] = buildTransitionConditions()[when];
      const { moved, row, people } = await applyTransition(action, {
        ...columnsOf(from),
        ...holds,
      });
      if (!fromStates.includes(from)) {
        expect(moved).toBeNull();
        expect(row.state).toBe(from);
        expect(people).toBe(from === 'ended' ? 0 : 2);
        return;
      }
      expect(moved).toMatchObject({ state: to, outcome });
      expect(row).toMatchObject({ state: to, outcome });
      expect(row.ended_at === null).toBe(to !== 'ended');
      expect(people).toBe(to === 'ended' ? 0 : 2);
      if (fails === null) return;
      const refusedTransition = await applyTransition(action, { ...columnsOf(from), ...fails });
      expect(refusedTransition.moved).toBeNull();
      expect(refusedTransition.row.state).toBe(from);
      expect(refusedTransition.people).toBe(2);
    },
  );
});
