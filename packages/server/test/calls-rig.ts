import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions, type TestPerson } from './harness.ts';
import { connect, type TestSocket } from './sockets.ts';

let given = 0;

/** An id at Discord that nobody has. */
const freshDiscordId = () => String(500_000_000_000_000_000n + BigInt(given++));

/** Somebody who calls and takes calls, on two devices. */
export interface Gamer extends TestPerson {
  readonly discordId: string;
  readonly devices: readonly [TestSocket, TestSocket];
}

type Columns = Readonly<Record<string, unknown>>;

/** A call put straight into the database, with its people; answers its id. */
export async function addCallRow(
  pool: TestApp['pool'],
  pair: { readonly callerId: string; readonly calleeId: string },
  columns: Columns = {},
): Promise<string> {
  const id = randomUUID();
  const row: Columns = {
    id,
    caller_id: pair.callerId,
    callee_id: pair.calleeId,
    rings_until: new Date(Date.now() + 45_000),
    ...columns,
  };
  const names = Object.keys(row);
  await pool.query(
    `INSERT INTO calls (${names.join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  );
  if (row['state'] !== 'ended')
    await pool.query('INSERT INTO call_people (uid, call_id) VALUES ($1, $3), ($2, $3)', [
      pair.callerId,
      pair.calleeId,
      id,
    ]);
  return id;
}

const setColumns = async (pool: TestApp['pool'], uid: string, columns: Columns) => {
  for (const [name, value] of Object.entries(columns))
    await pool.query(`UPDATE users SET ${name} = $2 WHERE uid = $1`, [uid, value]);
};

/** What is in the database of calls. */
function rowsOf(pool: TestApp['pool']) {
  const callsOf = async (uid: string) =>
    (
      await pool.query(
        'SELECT * FROM calls WHERE caller_id = $1 OR callee_id = $1 ORDER BY placed_at',
        [uid],
      )
    ).rows;
  return {
    /** Every call of a person, the first one first. */
    callsOf,
    /** How these calls stand: `pending`, or why they are over. */
    stands: async (uid: string) =>
      (await callsOf(uid)).map(({ state, outcome }) => outcome ?? state),
    /** Who of these people is in a call. */
    inCall: async (...uids: string[]) =>
      (await pool.query('SELECT uid FROM call_people WHERE uid = ANY ($1)', [uids])).rows.map(
        ({ uid }) => uid,
      ),
    /** What a person was told of missed calls. */
    missedOf: async (uid: string) =>
      (
        await pool.query(
          `SELECT sender_id, additional_info FROM notifications
           WHERE receiver_id = $1 AND type = 'call'`,
          [uid],
        )
      ).rows,
  };
}

/** The program with people who call each other. */
export async function callsRig(options: TestAppOptions = {}) {
  const app = await startTestApp(options);
  let count = 0;
  const gamer = async (name: string, columns: Columns = {}): Promise<Gamer> => {
    count += 1;
    const person = await app.person(`${name}${count}`);
    const discordId = freshDiscordId();
    const open = { discord_id: discordId, can_be_called: true, ...columns };
    await setColumns(app.pool, person.uid, open);
    const devices = [await connect(app.url, person), await connect(app.url, person)] as const;
    return { ...person, discordId, devices };
  };
  return {
    app,
    pool: app.pool,
    gamer,
    pair: async () => [await gamer('Ana'), await gamer('Bia')] as const,
    change: (person: TestPerson, columns: Columns) => setColumns(app.pool, person.uid, columns),
    ...rowsOf(app.pool),
    close: () => app.close(),
  };
}

export type CallsRig = Awaited<ReturnType<typeof callsRig>>;

/** Asks to call somebody, on the first device. */
export const dial = (caller: Gamer, callee: Pick<TestPerson, 'uid'>, more: object = {}) =>
  caller.devices[0].send('call', { calleeId: callee.uid, ...more });

/** Calls somebody who takes it up; both hear of it. */
export async function ring(caller: Gamer, callee: Gamer): Promise<void> {
  const rung = callee.devices[0].all('call').length;
  expect(await dial(caller, callee)).toEqual({ ok: true });
  for (const device of callee.devices) await device.until('call', rung + 1);
}

/** The pair of a call, as events name it. */
export const pairOf = (caller: TestPerson, callee: TestPerson) => ({
  callerId: caller.uid,
  calleeId: callee.uid,
});

/** Nothing more is under way to these devices: whatever was sent before has arrived. */
export async function settled(...people: readonly Gamer[]): Promise<void> {
  for (const device of people.flatMap(({ devices }) => devices))
    if (device.wire.connected) await device.send('userActivity');
}
