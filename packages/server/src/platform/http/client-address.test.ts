import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { clientPort } from './client-address.ts';

const requestFrom = (remoteAddress: string, headers: Record<string, string | string[]> = {}) =>
  ({ socket: { remoteAddress, remotePort: 40_000 }, headers }) as unknown as IncomingMessage;

const clientPortHeader = { 'x-client-port': '50123' };

it('the client port is the one that a trusted proxy reports', () => {
  const readPort = clientPort('10.0.0.0/8', 'x-client-port');
  expect(readPort(requestFrom('10.1.2.3', clientPortHeader))).toBe(50_123);
  for (const invalidPort of ['', '0', '65536', '-1', '1e3', ' 80', 'x'])
    expect(readPort(requestFrom('10.1.2.3', { 'x-client-port': invalidPort }))).toBeNull();
  expect(readPort(requestFrom('10.1.2.3', { 'x-client-port': ['1', '2'] }))).toBeNull();
});

it('the client port is that of the connection without a proxy, whatever the client claims', () => {
  expect(
    clientPort('10.0.0.0/8', 'x-client-port')(requestFrom('203.0.113.9', clientPortHeader)),
  ).toBe(40_000);
  expect(clientPort(null, 'x-client-port')(requestFrom('203.0.113.9', clientPortHeader))).toBe(
    40_000,
  );
});

it('the client port is unknown behind a proxy that does not report it', () => {
  expect(clientPort('10.0.0.0/8', null)(requestFrom('10.1.2.3', clientPortHeader))).toBeNull();
  expect(clientPort('10.0.0.0/8', 'x-client-port')(requestFrom('10.1.2.3'))).toBeNull();
});
