import { request } from 'node:http';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeTimers, fakeTimers } from '../../../test/fixtures/fakes/fake-timers.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createLogger } from '../../platform/telemetry/logging.ts';
import { type AccessRecord, parseAccessRecords } from './access-record.ts';
import { createTextDecrypter } from './encrypt-records.ts';

let database: TestDatabase;
let app: TestApp;
let ageIdentity: string;
let timers: FakeTimers;
let ana: TestPerson;
const loggedLines: string[] = [];

const startProgram = (env: Record<string, string>) =>
  startTestApp({
    database,
    timers,
    env,
    log: createLogger('trace', { write: (line: string) => void loggedLines.push(line) }),
  });

beforeAll(async () => {
  database = await createTestDatabase();
  timers = fakeTimers();
  ageIdentity = await generateIdentity();
  const otherRecipient = await identityToRecipient(await generateIdentity());
  const recipients = `${await identityToRecipient(ageIdentity)},${otherRecipient}`;
  app = await startProgram({
    ACCESS_RECORDS_RECIPIENTS: recipients,
    TRUSTED_PROXIES: '127.0.0.1',
    CLIENT_PORT_HEADER: 'X-Client-Port',
  });
  ana = await app.signIn('Ana');
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const readBatches = async (): Promise<Buffer[]> =>
  (await app.pool.query('SELECT sealed FROM access_record_batches ORDER BY last_at')).rows.map(
    ({ sealed }) => sealed,
  );

/** Stores the collected records and reads them from the database, decrypted, for one person. */
async function storedRecords(uid = ana.uid): Promise<Omit<AccessRecord, 'at' | 'uid'>[]> {
  timers.advance(5_000);
  await expect.poll(async () => (await readBatches()).length).toBeGreaterThan(0);
  const decryptText = createTextDecrypter([ageIdentity]);
  const texts = await Promise.all((await readBatches()).map(decryptText));
  await app.pool.query('DELETE FROM access_record_batches');
  return texts
    .flatMap(parseAccessRecords)
    .filter((record) => record.uid === uid)
    .map(({ at: _, uid: __, ...rest }) => rest);
}

const jsonRequest = (
  method: string,
  body: object,
  headers: Record<string, string> = {},
): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const proxyHeaders = { 'x-forwarded-for': '203.0.113.9', 'x-client-port': '50123' };

describe('access records', () => {
  it('hold sign-ins, refreshes, writes and sign-outs with address and port, and no reads', async () => {
    const { accessToken, refreshToken } = ana.tokens;
    const bearerHeaders = { authorization: `Bearer ${accessToken}`, ...proxyHeaders };
    const sendRequest = (path: string, init: RequestInit) => app.fetch(path, init);
    await sendRequest(
      '/api/users/refresh-token',
      jsonRequest('POST', { uid: ana.uid, refreshToken }, proxyHeaders),
    );
    await sendRequest('/api/users/me', { headers: bearerHeaders });
    await sendRequest('/api/services', { headers: bearerHeaders });
    // The handler refuses the request, but it counts as an access.
    const refusedResponse = await sendRequest(
      '/api/users/',
      jsonRequest('PATCH', { username: 'x' }, bearerHeaders),
    );
    expect(refusedResponse.status).toBe(400);
    await sendRequest('/api/auth/logout', jsonRequest('POST', { refreshToken }, proxyHeaders));
    const clientOrigin = { address: '203.0.113.9', port: 50_123 };
    expect(await storedRecords()).toEqual([
      { kind: 'sign_in', address: '127.0.0.1', port: null },
      { kind: 'refresh', ...clientOrigin },
      { kind: 'write', ...clientOrigin },
      { kind: 'sign_out', ...clientOrigin },
    ]);
    ana = await app.signIn('Ana');
    await storedRecords();
  });

  it('contain no visitors and no calls that are refused before their handler', async () => {
    const wrongTokenRequest = jsonRequest(
      'POST',
      { uid: ana.uid, refreshToken: 'x'.repeat(43) },
      proxyHeaders,
    );
    expect((await app.fetch('/api/users/refresh-token', wrongTokenRequest)).status).toBe(401);
    expect(
      (await app.fetch('/api/auth/google', jsonRequest('POST', { idToken: 'x' }))).status,
    ).toBe(401);
    expect((await app.fetch('/api/users/me/exports', { method: 'POST' })).status).toBe(401);
    expect(
      (await app.fetch('/api/auth/logout', jsonRequest('POST', { refreshToken: 'x' }))).status,
    ).toBe(204);
    // Creates a record of another person, so that there is a batch to read.
    const bia = await app.signIn('Bia');
    expect(await storedRecords()).toEqual([]);
    expect(bia.uid).not.toBe(ana.uid);
  });

  it('of many calls are one row, and neither row nor log names a person', async () => {
    for (let n = 0; n < 20; n += 1)
      await ana.fetch(
        `/api/notifications/mark-as-read/${ana.uid}`,
        jsonRequest('POST', {}, proxyHeaders),
      );
    timers.advance(5_000);
    await expect.poll(async () => (await readBatches()).length).toBe(1);
    const [sealed] = await readBatches();
    const text = sealed?.toString('latin1') ?? '';
    expect(text.startsWith('age-encryption.org/v1\n')).toBe(true);
    for (const secret of [ana.uid, '203.0.113.9', 'write']) expect(text).not.toContain(secret);
    expect(await storedRecords()).toHaveLength(20);
    const log = loggedLines.join('');
    expect(log).toContain('request answered');
    for (const secret of ['203.0.113.9', '50123']) expect(log).not.toContain(secret);
  });

  it('open with each of the keys, and with no other one', async () => {
    await ana.fetch(`/api/notifications/mark-as-read/${ana.uid}`, jsonRequest('POST', {}));
    timers.advance(5_000);
    await expect.poll(async () => (await readBatches()).length).toBe(1);
    const [sealed = Buffer.alloc(0)] = await readBatches();
    const openWithOtherKey = createTextDecrypter([await generateIdentity()]);
    await expect(openWithOtherKey(sealed)).rejects.toThrow();
    const changedBytes = Buffer.from(sealed);
    changedBytes[changedBytes.length - 1] = (changedBytes.at(-1) ?? 0) ^ 1;
    await expect(createTextDecrypter([ageIdentity])(changedBytes)).rejects.toThrow();
    expect(await storedRecords()).toHaveLength(1);
  });

  it('are stored when the program stops, with the port of the connection where no proxy is', async () => {
    const secondProgram = await startProgram({
      ACCESS_RECORDS_RECIPIENTS: await identityToRecipient(ageIdentity),
      CLIENT_PORT_HEADER: '',
    });
    const bia = await secondProgram.signIn('Bia');
    const port = await new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${bia.tokens.accessToken}`, ...proxyHeaders };
      const apiRequest = request(`${secondProgram.url}/api/notifications/mark-as-read/${bia.uid}`, {
        method: 'POST',
        headers,
      });
      apiRequest.on('error', reject).on('response', (response) => {
        const { localPort } = response.socket;
        response.resume().on('end', () => resolve(localPort ?? 0));
      });
      apiRequest.end();
    });
    expect(port).toBeGreaterThan(0);
    await secondProgram.close();
    const writeRecords = (await storedRecords(bia.uid)).filter(({ kind }) => kind === 'write');
    expect(writeRecords).toEqual([{ kind: 'write', address: '127.0.0.1', port }]);
  });

  it('are not made without a key', async () => {
    const programWithoutKey = await startProgram({});
    await programWithoutKey.signIn('Caio');
    await programWithoutKey.close();
    expect(await readBatches()).toEqual([]);
  });
});
