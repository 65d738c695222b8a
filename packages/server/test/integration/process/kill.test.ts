import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ApiClient, createClient } from '@guilda/contract/client';
import { removeEmbeddedPostgres } from '@guilda/embedded-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../src/platform/network/free-port.ts';
import { buildPng } from '../../fixtures/data/pictures.ts';
import { fastestTempDir } from '../../fixtures/server/database-folder.ts';
import { quietLog } from '../../fixtures/server/quiet-log.ts';
import { httpTransport } from '../../fixtures/server/test-app.ts';

const WRITER_COUNT = 4;
const ROUND_COUNT = Number(process.env['KILL_ROUNDS'] ?? 4);

let dataDir: string;
let serverPort: number;
let serverUrl: string;
let serverProcess: ChildProcess;

async function startProgram(): Promise<void> {
  serverProcess = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../programs/bare-program.ts', import.meta.url))],
    {
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(serverPort),
        DATA_DIR: dataDir,
        SEED_DEMO: '0',
        LOG_LEVEL: 'silent',
        RATE_LIMIT_FACTOR: '100000',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  // The line with the URL is the last output of a start.
  await new Promise<void>((resolve, reject) => {
    serverProcess.stdout?.on('data', (chunk) => {
      if (String(chunk).includes('Guilda em')) resolve();
    });
    serverProcess.once('exit', (code) => reject(new Error(`the program ended with ${code}`)));
  });
}

async function signIn(email: string, name: string): Promise<{ token: string; api: ApiClient }> {
  const postJson = async (path: string, body: unknown) =>
    (await fetch(serverUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((response) => response.json())) as { idToken: string; tokens: { accessToken: string } };
  const { idToken } = await postJson('/dev/id-token', { email, name });
  const { tokens } = await postJson('/api/auth/google', { idToken });
  return {
    token: tokens.accessToken,
    api: createClient(httpTransport(serverUrl, () => tokens.accessToken)),
  };
}

async function publishService(api: ApiClient): Promise<string> {
  const form = new FormData();
  const fields = {
    title: 'Aula',
    description: 'Uma hora.',
    price: '10',
    type: 'call',
    category: 'osu',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('photoURL', new Blob([await buildPng()]), 'capa.png');
  return (await api.catalog.createService({ body: form })).service.id;
}

/** Places orders until the program has ended; stores confirmed order ids by idempotency key in `confirmedOrders`. */
async function buyUntilItDies(
  api: ApiClient,
  serviceId: string,
  confirmedOrders: Map<string, string>,
) {
  for (;;) {
    const idempotencyKey = randomUUID();
    const answer = await api.orders
      .checkout({ body: { serviceId }, idempotencyKey })
      .catch(() => null);
    if (!answer) return;
    confirmedOrders.set(idempotencyKey, answer.payment.id);
  }
}

async function killProgram(): Promise<void> {
  const exitPromise = new Promise((resolve) => serverProcess.once('exit', resolve));
  serverProcess.kill('SIGKILL');
  await exitPromise;
}

async function killDatabase(): Promise<void> {
  const pidFileText = await readFile(
    join(dataDir, 'postgres', 'cluster', 'postmaster.pid'),
    'utf8',
  ).catch(() => '');
  const pid = Number(pidFileText.split('\n')[0]);
  if (pid > 0) process.kill(pid, 'SIGKILL');
}

beforeAll(async () => {
  // The operating system keeps the writes of a killed process, so a folder in memory loses no more than a disk would.
  dataDir = await mkdtemp(join(await fastestTempDir(), 'guilda-kill-'));
  // When the test runs as root, PostgreSQL runs under another account, which must be able to enter the folder.
  await chmod(dataDir, 0o755);
  serverPort = await findFreePort();
  serverUrl = `http://127.0.0.1:${serverPort}`;
  await startProgram();
});
afterAll(async () => {
  await killProgram();
  await removeEmbeddedPostgres(join(dataDir, 'postgres'), quietLog);
  await rm(dataDir, { recursive: true, force: true });
});

describe('a killed program', () => {
  it(`has stored everything that it confirmed, in ${ROUND_COUNT} rounds`, {
    timeout: 180_000 * ROUND_COUNT,
  }, async () => {
    const seller = await signIn('vende@pessoas.example', 'Vendedora');
    const serviceId = await publishService(seller.api);
    const confirmedOrders = new Map<string, string>();
    for (let round = 0; round < ROUND_COUNT; round += 1) {
      const { api } = await signIn('compra@pessoas.example', 'Compradora');
      const countBefore = confirmedOrders.size;
      const buyerPromises = Array.from({ length: WRITER_COUNT }, () =>
        buyUntilItDies(api, serviceId, confirmedOrders),
      );
      while (confirmedOrders.size < countBefore + 10 + 7 * round)
        await new Promise((resolve) => setImmediate(resolve));
      if (round % 2 === 1) await killDatabase();
      await killProgram();
      await Promise.all(buyerPromises);
      await startProgram();
    }
    const { api } = await signIn('compra@pessoas.example', 'Compradora');
    expect(confirmedOrders.size).toBeGreaterThan(10 * ROUND_COUNT);
    for (const [idempotencyKey, id] of confirmedOrders) {
      const repeatedCheckout = await api.orders.checkout({ body: { serviceId }, idempotencyKey });
      expect(repeatedCheckout.payment.id).toBe(id);
    }
  });
});
