import { once } from 'node:events';
import { createServer as createPlain, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderFindings } from '../../test/fixtures/checks/doctor-findings.ts';
import { loopbackCertificate } from '../../test/fixtures/server/loopback-certificate.ts';
import { findFreePort } from '../platform/network/free-port.ts';
import { systemClock } from '../ports/clock.ts';
import { examinePublicAddress } from './public-address.ts';

const HOUR_MS = 3_600_000;

let siteAnswer: { status: number; body: string };
const correctAnswer = { status: 200, body: '{"status":"ok"}' };
const answerRequest: RequestListener = (_request, response) =>
  response.writeHead(siteAnswer.status, { location: '/login' }).end(siteAnswer.body);

const siteServers = [
  createServer(loopbackCertificate(), answerRequest),
  createServer(loopbackCertificate({ trusted: false }), answerRequest),
  createPlain((_request, response) => response.end(correctAnswer.body)),
] as const;
/** The answer to a WebSocket handshake; null for no answer. */
let upgradeAnswer: string | null;
let requestedUrl: string | undefined;
for (const server of siteServers) {
  server.on('upgrade', ({ url, headers }, socket) => {
    requestedUrl = `${url} ${headers.origin}`;
    if (upgradeAnswer === null) socket.destroy();
    else
      socket.end(`HTTP/1.1 ${upgradeAnswer}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  });
}
let sitePorts: number[];
let closedPort: number;

beforeAll(async () => {
  sitePorts = await Promise.all(
    siteServers.map(async (server) => {
      server.listen(0, 'localhost');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    }),
  );
  closedPort = await findFreePort();
});
afterAll(() => {
  for (const server of siteServers) server.close();
});

interface DiagnosisOptions {
  readonly healthAnswer?: typeof siteAnswer;
  readonly url?: string;
  /** Status line of the answer to a WebSocket handshake; null for no answer. */
  readonly upgradeStatusLine?: string | null;
  /** Whether a program runs on the configured port of this machine. */
  readonly isProgramRunning?: boolean;
  /** Time in ms by which the clock of this machine is ahead. */
  readonly clockAheadMs?: number;
}

async function diagnoseAddress(changes: DiagnosisOptions = {}) {
  const {
    healthAnswer = correctAnswer,
    url,
    upgradeStatusLine = '101 Yes',
    isProgramRunning = false,
    clockAheadMs = 0,
  } = changes;
  siteAnswer = healthAnswer;
  upgradeAnswer = upgradeStatusLine;
  const settings = {
    publicUrl: url ?? `https://localhost:${sitePorts[0]}`,
    host: 'localhost',
    port: (isProgramRunning ? sitePorts[2] : closedPort) ?? 0,
  };
  const clock = { now: () => new Date(systemClock.now().getTime() + clockAheadMs) };
  return renderFindings(await examinePublicAddress(settings, clock));
}

it('the doctor finds nothing wrong where the program answers with a valid certificate', async () => {
  const { wrong, unseen, right } = await diagnoseAddress();
  expect([wrong, unseen]).toEqual([[], []]);
  expect(right[1]).toMatch(/vale por mais [12] dias/);
  expect(right.slice(2)).toEqual([
    '✓ A Guilda responde no endereço público.',
    '✓ WebSockets passam até a Guilda.',
    '✓ Este computador e o endereço público marcam a mesma hora.',
  ]);
  const origin = `https://localhost:${sitePorts[0]}`;
  expect(requestedUrl).toBe(`/socket.io/?EIO=4&transport=websocket ${origin}`);
});

it.each([
  ['refused by the proxy', '400 No', /não deixa passar WebSockets \(a resposta foi 400\)/],
  ['refused by the program', '403 No', /recusa WebSockets que vêm das páginas dele/],
  ['cut off', null, /não deixa passar WebSockets: a conexão falhou \(ECONNRESET\)/],
])('the doctor finds that WebSockets are %s', async (_what, upgradeStatusLine, expectedText) => {
  const { wrong } = await diagnoseAddress({ upgradeStatusLine });
  expect(wrong).toEqual([expect.stringMatching(expectedText)]);
});

it('the doctor finds a clock that differs from that of the public address', async () => {
  const { wrong } = await diagnoseAddress({ clockAheadMs: -60_000 });
  expect(wrong).toEqual([expect.stringMatching(/endereço público divergem (5\d|60) s/)]);
});

it('the doctor finds a public address without https', async () => {
  const { wrong, right } = await diagnoseAddress({ url: `http://localhost:${sitePorts[2]}` });
  expect(wrong).toEqual(['✗ PUBLIC_URL não usa https.']);
  expect(right).toHaveLength(3);
});

it('the doctor finds a certificate that expires soon', async () => {
  const { wrong } = await diagnoseAddress({ clockAheadMs: 40 * HOUR_MS });
  expect(wrong[0]).toBe('✗ O certificado só vale por mais 0 dias.');
});

it('the doctor reports a certificate of an unknown issuer', async () => {
  const { wrong } = await diagnoseAddress({ url: `https://localhost:${sitePorts[1]}` });
  expect(wrong[0]).toMatch(/^✗ No endereço público, o certificado não serve \(\w+CERT\w*\)\.$/);
});

it.each([
  ['another site', { status: 200, body: '<html>' }],
  ['a redirect', { status: 301, body: '' }],
  ['a site without the page', { status: 404, body: '{"status":"ok"}' }],
])('the doctor finds %s at the public address', async (_what, healthAnswer) => {
  expect((await diagnoseAddress({ healthAnswer })).wrong).toEqual([
    '✗ No endereço público responde outra coisa, não a Guilda.',
  ]);
});

it('the doctor reports a proxy without a program as a problem only when the program runs on this machine', async () => {
  const healthAnswer = { status: 502, body: '' };
  const resultBefore = await diagnoseAddress({ healthAnswer });
  expect([resultBefore.wrong, resultBefore.unseen]).toEqual([
    [],
    [expect.stringContaining('A Guilda não responde no endereço público')],
  ]);
  expect((await diagnoseAddress({ healthAnswer, isProgramRunning: true })).wrong).toEqual([
    '✗ A Guilda está de pé neste computador, mas não responde no endereço público.',
  ]);
});

it('the doctor reports an unreachable public address', async () => {
  const { wrong, unseen } = await diagnoseAddress({ url: `https://localhost:${closedPort}` });
  expect(unseen).toEqual([]);
  expect(wrong).toEqual([
    '✗ O endereço público não pôde ser alcançado daqui: nada atende nesse endereço e porta.',
  ]);
});
