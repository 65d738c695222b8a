import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeTimers } from '../../test/fixtures/fakes/fake-timers.ts';
import { runDoctor } from './doctor.ts';

let homeFolder: string;
beforeAll(async () => {
  homeFolder = await mkdtemp(join(tmpdir(), 'guilda-doctor-'));
});
afterAll(() => rm(homeFolder, { recursive: true, force: true }));

it('the doctor limits the time of each section and reports all others', async () => {
  const sockets: Socket[] = [];
  const silentDatabase = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silentDatabase, 'listening');
  const { port } = silentDatabase.address() as AddressInfo;
  const timers = fakeTimers();
  const lines: string[] = [];
  const env = { DATABASE_URL: `postgres://guilda@127.0.0.1:${port}/guilda`, DATA_DIR: homeFolder };
  const doctorRun = runDoctor({ args: [], env, printLine: (line) => lines.push(line), timers });
  // One connection each for the checks of the database, of a pooler and of WAL archiving.
  await expect.poll(() => sockets.length).toBe(3);
  // All sections and their timers have ended, except those about the database and the backups, which ask the database.
  await expect.poll(() => timers.countPending()).toBe(2);
  timers.advance(15_000);
  await doctorRun;
  for (const socket of sockets) socket.destroy();
  silentDatabase.close();
  const linesWith = (sign: string) => lines.filter((line) => line.startsWith(`${sign} `));
  expect(linesWith('✗').filter((line) => !/disco está acabando/.test(line))).toEqual([
    '✗ Não houve resposta em 15 s.',
    '✗ Não houve resposta em 15 s.',
  ]);
  expect(linesWith('–').length).toBeGreaterThan(4);
});
