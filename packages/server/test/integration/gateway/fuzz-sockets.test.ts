import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientEvents } from '@guilda/contract/socket';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRawSocket, type RawSocket } from '../../fixtures/clients/raw-socket.ts';
import { connectSocket } from '../../fixtures/clients/sockets.ts';
import { signInAs, type TestPerson } from '../../fixtures/data/people.ts';
import { createNode, type NodeProcess } from '../../fixtures/server/node-process.ts';
import { withClient } from '../../fixtures/server/template-database.ts';
import { createTestDatabase, type TestDatabase } from '../../fixtures/server/test-database.ts';
import { seed } from '../../seed.ts';

const FRAME_COUNT = Number(process.env['FUZZ_FRAMES'] ?? 4_000);
/** Number of frames per connection; the server closes a connection that sends many more. */
const FRAMES_PER_CONNECTION = 400;
/** Maximum growth of the server's memory after its start, in bytes. */
const MAX_GROWTH_BYTES = 50_000_000;

let database: TestDatabase;
let dataDir: string;
let nodeProcess: NodeProcess;
let people: TestPerson[];
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'guilda-fuzz-'));
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, SEED_DEMO: '0' };
  // The server is a separate process, so that its memory is measured without that of the clients.
  nodeProcess = await createNode({ ...settings, LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000' });
  await nodeProcess.start();
  people = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      signInAs(nodeProcess.url, `b${n}@pessoas.example`, `Bagunça ${n}`),
    ),
  );
  // Everybody can be called, so that calls begin and end among the events.
  await withClient(database.url, (client) =>
    client.query(`UPDATE users SET can_be_called = true,
      discord_id = (600000000000000000 + abs(hashtext(uid::text)))::text`),
  );
});
afterAll(async () => {
  await nodeProcess.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Memory of the server, in bytes. */
async function readMemory(): Promise<number> {
  const statusText = await readFile(`/proc/${nodeProcess.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(statusText)?.[1]) * 1024;
}

const STRANGER_UID = '0198c0de-0000-7000-8000-000000000000';

const eventNames = [
  ...Object.keys(clientEvents),
  '__proto__',
  'constructor',
  'disconnecting',
  'x',
  '',
];

const scalarArbitrary = fc.oneof(
  fc.constantFrom(
    '\0',
    '\ud800',
    '\u202e',
    "'; --",
    'NaN',
    '1e309',
    'a'.repeat(3_000),
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);

const keyArbitrary = fc.constantFrom(
  'id',
  'senderId',
  'receiverId',
  'message',
  'sentAt',
  'type',
  'content',
  'calleeId',
  'callerId',
  'response',
  'invite_link',
  '__proto__',
  'constructor',
  '_placeholder',
  'num',
);

const valueArbitrary = (known: fc.Arbitrary<unknown>) =>
  fc.oneof(
    known,
    scalarArbitrary,
    fc.array(scalarArbitrary, { maxLength: 3 }),
    fc.dictionary(keyArbitrary, fc.oneof(known, scalarArbitrary)),
  );

/** Frames with valid events, with invalid events, and data that is no frame. */
function frameArbitrary(uids: readonly string[]): fc.Arbitrary<string | Uint8Array> {
  const uidArbitrary = fc.constantFrom(...uids);
  const payloadArbitrary = fc.oneof(
    {
      weight: 5,
      arbitrary: valueArbitrary(
        fc.oneof(uidArbitrary, fc.constantFrom('message', 'text', STRANGER_UID)),
      ),
    },
    // Two uids, as call events contain them.
    { weight: 1, arbitrary: fc.record({ callerId: uidArbitrary, calleeId: uidArbitrary }) },
  );
  const eventArbitrary = fc
    .tuple(
      fc.nat(),
      fc.oneof(fc.constantFrom(...eventNames), scalarArbitrary),
      fc.array(payloadArbitrary, { maxLength: 3 }),
    )
    .map(([id, name, args]) => `42${id}${JSON.stringify([name, ...args])}`);
  const packetArbitrary = fc
    .tuple(
      fc.constantFrom(
        '40',
        '41',
        '42',
        '43',
        '44',
        '45',
        '46',
        '47',
        '4',
        '42/x,',
        '2probe',
        '3',
        '6',
      ),
      fc.json(),
    )
    .map(([kind, text]) => kind + text);
  const tornFrameArbitrary = eventArbitrary.chain((text) =>
    fc.nat(text.length).map((length) => text.slice(0, length)),
  );
  const bytesArbitrary = fc.uint8Array({ maxLength: 64 });
  return fc.oneof(
    { weight: 12, arbitrary: eventArbitrary },
    { weight: 1, arbitrary: packetArbitrary },
    { weight: 1, arbitrary: tornFrameArbitrary },
    { weight: 1, arbitrary: bytesArbitrary },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  );
}

async function sendBurst(
  frames: readonly (string | Uint8Array)[],
  burstNumber: number,
): Promise<string[]> {
  const person = people[burstNumber % people.length] as TestPerson;
  const credentials = { token: person.tokens.accessToken, uid: person.uid };
  const receivedFrames: string[] = [];
  let socket: RawSocket | null = null;
  for (const frame of frames) {
    if (!socket?.isOpen) {
      receivedFrames.push(...(socket?.received ?? []));
      socket = await openRawSocket(nodeProcess.url, credentials);
    }
    socket.send(frame);
    // In every other burst, the client waits for an answer after each frame, so that it notices a closed connection.
    if (burstNumber % 2 === 0) await socket.ask('userActivity');
  }
  await socket?.ask('userActivity');
  socket?.close();
  return [...receivedFrames, ...(socket?.received ?? [])];
}

describe('malformed frames of every kind', () => {
  it(`are answered without a failure of the server: ${FRAME_COUNT} of them`, {
    timeout: 300_000,
  }, async () => {
    const uids = people.map(({ uid }) => uid);
    const bystander = await connectSocket(nodeProcess.url, people[0] as TestPerson);
    const countByCode = new Map<string, number>();
    let memoryBefore = 0;
    for (
      let burstNumber = 0, sentCount = 0;
      sentCount < FRAME_COUNT;
      burstNumber += 1, sentCount += FRAMES_PER_CONNECTION
    ) {
      const frames = fc.sample(frameArbitrary(uids), {
        numRuns: FRAMES_PER_CONNECTION,
        seed: seed + burstNumber,
      });
      const answers = await sendBurst(frames, burstNumber);
      for (const answer of answers) {
        const code = /"code":"(\w+)"/.exec(answer)?.[1] ?? answer.slice(0, 2);
        countByCode.set(code, (countByCode.get(code) ?? 0) + 1);
      }
      if (burstNumber === 3) memoryBefore = await readMemory();
    }
    expect(countByCode.get('internal'), `seed ${seed}`).toBeUndefined();
    const callRows = await withClient(database.url, (client) => client.query('SELECT FROM calls'));
    expect(callRows.rowCount).toBeGreaterThan(0);
    expect([...countByCode.keys()]).toEqual(
      expect.arrayContaining(['43', 'forbidden', 'invalid_input']),
    );
    expect((await readMemory()) - memoryBefore).toBeLessThan(MAX_GROWTH_BYTES);
    expect(await bystander.send('userActivity')).toEqual({ ok: true });
    expect((await fetch(`${nodeProcess.url}/readyz`)).status).toBe(200);
    bystander.close();
  });
});
