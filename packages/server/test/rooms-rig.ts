import { expect } from 'vitest';
import type { CallRow } from '../src/modules/calls/calls-table.ts';
import { fakeTimers } from './fake-timers.ts';
import { fakeVoiceRooms } from './fake-voice-rooms.ts';
import { startTestApp, type TestAppOptions, type TestPerson } from './harness.ts';
import { connect } from './sockets.ts';

/** The columns of a call that tests look at, as the database names them. */
export interface StoredCall {
  readonly id: string;
  readonly state: CallRow['state'];
  readonly outcome: CallRow['outcome'];
  readonly channel_id: string | null;
  readonly room_used: boolean;
  readonly room_empty_since: Date | null;
  readonly room_closed_at: Date | null;
}

const moments = [
  'placed_at',
  'rings_until',
  'opening_at',
  'accepted_at',
  'ended_at',
  'room_empty_since',
  'room_looked_at',
];

let linked = 0;

/** The program with rooms that the test plays unless told, and a time that moves only when told. */
export async function createRoomsRig(options: TestAppOptions = {}) {
  const [discord, timers] = [fakeVoiceRooms(), fakeTimers()];
  const app = await startTestApp({ timers, discord: { rooms: discord.rooms }, ...options });
  const { pool } = app;
  let people = 0;

  /** Somebody new who takes calls, with their id at Discord. */
  async function someone() {
    people += 1;
    const person = await app.person(`Pessoa${people}`);
    linked += 1;
    const discordId = String(400_000_000_000_000_000n + BigInt(linked));
    await pool.query('UPDATE users SET discord_id = $2, can_be_called = true WHERE uid = $1', [
      person.uid,
      discordId,
    ]);
    return { ...person, discordId };
  }
  const read = async (id: string) => {
    const { rows } = await pool.query<StoredCall>('SELECT * FROM calls WHERE id = $1', [id]);
    return rows[0];
  };
  /** How many of these people are in a call. */
  const busy = async (...uids: string[]) => {
    const text = 'SELECT count(*)::int AS count FROM call_people WHERE uid = ANY($1)';
    return (await pool.query(text, [uids])).rows[0].count as number;
  };

  /** Two people, one calling the other, who has two devices. */
  async function ringing() {
    const [caller, callee] = [await someone(), await someone()];
    const [phone, here, there] = await Promise.all([
      connect(app.url, caller),
      connect(app.url, callee),
      connect(app.url, callee),
    ]);
    const placed = await phone.send('call', { calleeId: callee.uid });
    expect(placed).toMatchObject({ ok: true });
    await Promise.all([here.until('call'), there.until('call')]);
    const pair = { callerId: caller.uid, calleeId: callee.uid };
    const { rows } = await pool.query('SELECT call_id AS id FROM call_people WHERE uid = $1', [
      callee.uid,
    ]);
    const id = rows[0].id as string;
    const body = { caller_id: caller.discordId, receiver_id: callee.discordId };
    const accept = (by: TestPerson = callee) => by.api.calls.openCallRoom({ body });
    return {
      id,
      caller,
      callee,
      pair,
      body,
      phone,
      here,
      there,
      accept,
      read: () => read(id),
      busy: () => busy(caller.uid, callee.uid),
      /** The last thing each device was told of a call's state. */
      told: () => [phone, here, there].map((device) => device.all('callChanged').at(-1)),
      close: () => {
        for (const device of [phone, here, there]) device.close();
      },
    };
  }

  /** Nothing is left of a call: nobody is busy, no room stands, all devices know. */
  async function expectOver(call: Awaited<ReturnType<typeof ringing>>, outcome: string) {
    expect(await call.read()).toMatchObject({ state: 'ended', outcome });
    expect(await call.busy()).toBe(0);
    expect(discord.standing()).toEqual([]);
    const end = { callId: call.id, ...call.pair, state: 'ended', outcome };
    await expect.poll(call.told).toMatchObject(Array(3).fill(end));
  }

  return {
    app,
    pool,
    discord,
    expectOver,
    /** Everything away that stands, so that the next test begins with nothing. */
    clear: (call: Pick<Awaited<ReturnType<typeof ringing>>, 'close'>) => {
      for (const channelId of discord.standing()) discord.remove(channelId);
      call.close();
    },
    timers,
    someone,
    ringing,
    read,
    busy,
    /** Makes everything of a call so many seconds older. */
    age: (id: string, seconds: number) => {
      const set = moments.map((name) => `${name} = ${name} - make_interval(secs => $2)`);
      return pool.query(`UPDATE calls SET ${set.join(', ')} WHERE id = $1`, [id, seconds]);
    },
    /** Runs a task to its end. */
    run: async (task: 'calls.sweep' | 'calls.close_strays') => {
      const { rows } = await pool.query(
        `SELECT id FROM graphile_worker.add_job(identifier => $1, payload => '{}', max_attempts => 1)`,
        [task],
      );
      const left = async () => {
        const text = 'SELECT last_error FROM graphile_worker.jobs WHERE id = $1';
        const found = await pool.query(text, [rows[0].id]);
        if (found.rows[0]?.last_error) throw new Error(found.rows[0].last_error);
        return found.rowCount;
      };
      await expect.poll(left, { interval: 10 }).toBe(0);
    },
  };
}

export type RoomsRig = Awaited<ReturnType<typeof createRoomsRig>>;
export type Ringing = Awaited<ReturnType<RoomsRig['ringing']>>;
