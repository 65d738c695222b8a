import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './harness.ts';

/** A client that announces a body and never sends the rest of it. */
async function dawdle(app: TestApp): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = 'POST /api/auth/logout HTTP/1.1\r\nHost: a\r\nContent-Type: application/json';
  socket.write(`${head}\r\nContent-Length: 1000\r\n\r\n{`);
  // Answered behind it, so that the server has it in hand.
  await app.fetch('/healthz');
  return socket;
}

describe('the end of the program', () => {
  it('does not wait for a client that never finishes', async () => {
    const app = await startTestApp({ graceMs: 50 });
    const socket = await dawdle(app);
    const gone = once(socket, 'close');
    await app.close();
    await gone;
    expect(socket.destroyed).toBe(true);
  });
});
