import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLogger } from '../telemetry/logging.ts';
import { createHttpApp } from './app.ts';

it('closes the file of a download that nobody reads any more', async () => {
  const app = await createHttpApp({
    log: createLogger('silent'),
    https: false,
    trustedProxies: null,
    idleConnectionMs: 1_000,
  });
  const file = Readable.from(
    (function* () {
      while (true) yield Buffer.alloc(64 * 1024);
    })(),
  );
  app.get('/download', (_request, reply) => reply.type('video/mp4').send(file));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /download HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(file, 'close');
  expect(file.readableEnded).toBe(false);
  socket.destroy();
  await app.close();
});
