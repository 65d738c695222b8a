import { createClient } from '@guilda/contract/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../src/platform/database/pool.ts';
import { connectSocket } from '../fixtures/clients/sockets.ts';
import type { NodeProcess } from '../fixtures/server/node-process.ts';
import { quietLog } from '../fixtures/server/quiet-log.ts';
import { httpTransport, type TestPerson } from '../fixtures/server/test-app.ts';
import { type Nodes, startNodes } from '../fixtures/server/two-nodes.ts';

let nodes: Nodes;
let database: Database;
let personCount = 0;
beforeAll(async () => {
  nodes = await startNodes();
  database = createDatabase(nodes.databaseUrl, { log: quietLog });
});
afterAll(async () => {
  await database?.close();
  await nodes?.close();
});

async function signInCallablePerson() {
  personCount += 1;
  const person = await nodes.signIn(`Pessoa${personCount}`);
  const discordId = String(600_000_000_000_000_000n + BigInt(personCount));
  await database.pool.query(
    'UPDATE users SET discord_id = $2, can_be_called = true WHERE uid = $1',
    [person.uid, discordId],
  );
  return { ...person, discordId };
}

/** Creates a call that rings between two people whose devices are on different nodes. */
async function createRingingCall() {
  const [caller, callee] = [await signInCallablePerson(), await signInCallablePerson()];
  const callerSocket = await connectSocket(nodes.first.url, caller);
  const calleeSocket = await connectSocket(nodes.second.url, callee);
  expect(await callerSocket.send('call', { calleeId: callee.uid })).toMatchObject({ ok: true });
  await calleeSocket.waitFor('call');
  const body = { caller_id: caller.discordId, receiver_id: callee.discordId };
  const { accessToken } = (callee as TestPerson).tokens;
  return {
    caller,
    callee,
    callerSocket,
    calleeSocket,
    pair: { callerId: caller.uid, calleeId: callee.uid },
    accept: (node: NodeProcess) =>
      createClient(httpTransport(node.url, () => accessToken)).calls.openCallRoom({ body }),
    read: async () => {
      const text = 'SELECT * FROM calls WHERE callee_id = $1';
      return (await database.pool.query(text, [callee.uid])).rows[0];
    },
    close: () => {
      callerSocket.close();
      calleeSocket.close();
    },
  };
}

async function readRooms(): Promise<string[]> {
  const { rows } = await database.pool.query(
    `SELECT id FROM discord_sandbox WHERE kind = 'channel'`,
  );
  return rows.map(({ id }) => id);
}

const failDiscordRequests = (body: object) =>
  fetch(`${nodes.second.url}/dev/discord-failure`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const runTask = (task: string) =>
  database.pool.query(`SELECT FROM graphile_worker.add_job(identifier => $1, payload => '{}')`, [
    task,
  ]);

it('two nodes that accept a call at once create one room, and each person gets it once', async () => {
  const call = await createRingingCall();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => call.accept(n % 2 === 0 ? nodes.first : nodes.second)),
  );
  expect(new Set(answers.map(({ invite_link }) => invite_link)).size).toBe(1);
  expect(await readRooms()).toHaveLength(1);
  const acceptedEvent = { ...call.pair, ...answers[0] };
  expect(await call.calleeSocket.send('callAccepted', acceptedEvent)).toMatchObject({ ok: true });
  expect(await call.callerSocket.waitFor('callAccepted')).toEqual([acceptedEvent]);
  // Waits until 3 s after the acceptance: a node that also emits the event would have done so by then.
  await expect
    .poll(async () => {
      const text = `SELECT clock_timestamp() - accepted_at > interval '3 s' AS over FROM calls
        WHERE callee_id = $1`;
      return (await database.pool.query(text, [call.callee.uid])).rows[0].over;
    })
    .toBe(true);
  await call.callerSocket.send('userActivity');
  expect(call.callerSocket.payloadsOf('callAccepted')).toHaveLength(1);
  await call.callerSocket.send('callEnd', call.pair);
  await call.calleeSocket.waitFor('callEnd');
  call.close();
});

it('a ringing call ends when its caller, who has moved to another node, goes offline', async () => {
  const call = await createRingingCall();
  const otherSocket = await connectSocket(nodes.second.url, call.caller);
  call.callerSocket.close();
  otherSocket.close();
  expect(await call.calleeSocket.waitFor('callEnd')).toEqual([call.pair]);
  expect(await call.read()).toMatchObject({ state: 'ended', outcome: 'cancelled' });
  call.close();
});

it('a node that is killed while it creates a room leaves neither a room nor busy people behind', async () => {
  const call = await createRingingCall();
  const roomsBefore = await readRooms();
  // Discord creates the channel, but answers the request for its invite with 429, so the node keeps waiting.
  await failDiscordRequests({ status: 429, times: 1_000, path: '/invites' });
  const answerPromise = call.accept(nodes.first).catch(() => 'lost');
  const readNewRooms = async () => (await readRooms()).filter((id) => !roomsBefore.includes(id));
  await expect.poll(readNewRooms).toHaveLength(1);
  await nodes.first.kill();
  expect(await answerPromise).toBe('lost');
  await failDiscordRequests({ status: 429, times: 0 });
  expect(await call.read()).toMatchObject({ state: 'opening' });
  await database.pool.query(`UPDATE calls SET opening_at = opening_at - interval '31 s'
    WHERE callee_id = '${call.callee.uid}'`);
  // The task `calls.sweep` skips rooms that it has checked in the last 30 s, so the time of the last check is removed.
  await database.pool.query(`UPDATE calls SET room_looked_at = NULL WHERE room_closed_at IS NULL`);
  await runTask('calls.sweep');
  expect((await call.calleeSocket.waitFor('callEnd'))[0]).toEqual(call.pair);
  expect(await call.read()).toMatchObject({ state: 'ended', outcome: 'failed' });
  await runTask('calls.close_strays');
  await expect.poll(readRooms).toEqual([]);
  await nodes.first.start();
  call.close();
});
