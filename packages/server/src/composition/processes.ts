import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { processOfSession } from '../platform/gateway/index.ts';
import { forwardRequests } from '../platform/http/forward-requests.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Path prefix of the sandboxes, which keep some of their state in the memory of one process. */
const SANDBOX_PATH = '/sandbox/';

/**
 * Forwards requests that another process of this node has to answer: polling requests and their upgrade to the process
 * that has their session, requests to sandboxes to the oldest process. Does nothing with one process.
 */
export function shareConnections(
  app: FastifyInstance,
  { config, processes }: Pick<Infrastructure, 'config' | 'processes'>,
): void {
  if (!processes) return;
  const ownerOf = ({ url = '' }: IncomingMessage) =>
    config.demo && url.startsWith(SANDBOX_PATH) ? processes.firstId() : processOfSession(url);
  processes.serve(
    forwardRequests(app.server, (request) => {
      const owner = ownerOf(request);
      return owner !== null && processes.isOther(owner) ? processes.forwardTo(owner) : null;
    }),
  );
}
