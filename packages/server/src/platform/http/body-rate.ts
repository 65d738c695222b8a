import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Minimum rate of a request body: `bytes` in every `ms`. */
export interface MinBodyRate {
  readonly bytes: number;
  readonly ms: number;
}

/** About 70 kbit/s: a large file may take hours, but a client cannot keep a request open by sending a few bytes. */
const defaultMinBodyRate: MinBodyRate = { bytes: 512 * 1024, ms: 60_000 };

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

function watchBodyRate(
  request: IncomingMessage,
  cutConnection: () => void,
  minRate: MinBodyRate,
): void {
  const { socket } = request;
  let lastBytesRead = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - lastBytesRead < minRate.bytes) cutConnection();
    lastBytesRead = socket.bytesRead;
  }, minRate.ms);
  timer.unref();
  const stop = (): void => clearInterval(timer);
  request.once('end', stop);
  request.once('close', stop);
}

/**
 * Ends requests whose body arrives too slowly with 408. A limit on the duration of the request would end large uploads
 * on slow connections as well. Node itself limits the time for headers to one minute.
 */
export function enforceBodyRate(
  app: FastifyInstance,
  minRate: MinBodyRate = defaultMinBodyRate,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) watchBodyRate(raw, () => failWithTimeout(app, raw), minRate);
    done();
  });
}

function failWithTimeout(app: FastifyInstance, { socket }: IncomingMessage): void {
  const error = Object.assign(new Error('the body came too slowly'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  });
  // Fastify's handler of this event answers this error code with 408 and closes the connection, as when headers take
  // too long.
  app.server.emit('clientError', error, socket);
}
