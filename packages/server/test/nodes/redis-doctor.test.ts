import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diagnoseRedis } from '../../src/adapters/redis/index.ts';
import { findFreePort } from '../../src/platform/network/free-port.ts';
import { renderFindings } from '../fixtures/checks/doctor-findings.ts';
import { type RedisServer, startRedis } from '../fixtures/server/redis-server.ts';

let redisServer: RedisServer;
beforeAll(async () => {
  redisServer = await startRedis();
});
afterAll(() => redisServer.stop());

const diagnoseServer = async (url = redisServer.url) => renderFindings(await diagnoseRedis(url));

/** Sends a command to Redis directly, as an operator does. */
async function sendCommand(...words: string[]): Promise<void> {
  const socket = connect(Number(new URL(redisServer.url).port), '127.0.0.1');
  socket.write(`${words.join(' ')}\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
}

/** Starts a proxy that changes the version in the answers of Redis. */
async function reportVersion(majorVersion: string) {
  const server = createServer((clientSide) => {
    const serverSide = connect(Number(new URL(redisServer.url).port), '127.0.0.1');
    clientSide.pipe(serverSide);
    serverSide.on('data', (chunk) =>
      clientSide.write(
        chunk.toString('latin1').replace(/(redis_version:)\d/, `$1${majorVersion}`),
        'latin1',
      ),
    );
    for (const socket of [clientSide, serverSide]) socket.on('error', () => undefined);
    clientSide.on('close', () => serverSide.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `redis://127.0.0.1:${port}`, close: () => server.close() };
}

it('the doctor reports no problem with a Redis that evicts nothing', async () => {
  const { right, wrong, unseen } = await diagnoseServer();
  expect([wrong, unseen]).toEqual([[], []]);
  expect(right).toHaveLength(3);
});

it('the doctor reports a Redis that evicts keys', async () => {
  await sendCommand('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  expect((await diagnoseServer()).wrong).toEqual([expect.stringContaining('allkeys-lru')]);
  await sendCommand('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
});

it('the doctor reports a Redis that is too old', async () => {
  const oldServer = await reportVersion('6');
  const { wrong } = await diagnoseServer(oldServer.url);
  oldServer.close();
  expect(wrong).toEqual([expect.stringContaining('mais antiga')]);
});

it('the doctor reports a password that Redis refuses, without printing it', async () => {
  await sendCommand('CONFIG', 'SET', 'requirepass', 'certa-MARCA');
  const { wrong, text } = await diagnoseServer(redisServer.url.replace('//', '//:errada-MARCA@'));
  expect(wrong).toEqual(['✗ O Redis não aceita o usuário ou a senha de REDIS_URL.']);
  expect((await diagnoseServer()).wrong).toEqual(wrong);
  expect(text).not.toContain('MARCA');
});

it('the doctor reports a Redis that does not answer', async () => {
  const { wrong } = await diagnoseServer(`redis://:MARCA@127.0.0.1:${await findFreePort()}`);
  expect(wrong).toEqual(['✗ O Redis não pôde ser alcançado: nada atende nesse endereço e porta.']);
});

it('the doctor waits for a frozen Redis only until its timeout', async () => {
  redisServer.freeze();
  const findings = await diagnoseRedis(redisServer.url, 100);
  redisServer.thaw();
  expect(renderFindings(findings).wrong).toEqual([
    '✗ O Redis não pôde ser alcançado: não houve resposta a tempo.',
  ]);
});
