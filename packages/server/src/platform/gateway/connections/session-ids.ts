import type { SocketServer } from '../socket-types.ts';

/** Path of the URLs of polling requests and upgrades. */
const socketPath = /^\/socket\.io\/?\?/;

/** Format of session ids, which begin with the id of their process. */
const sessionIdPattern = /^(\d+)-/;

/**
 * Id of the process that a request's session belongs to; null for requests without one. The parameter `sid` is read as
 * the library reads it, which takes the last of several: a request that opens a new session is never forwarded, because
 * it would count as one of this machine's address.
 */
export function processOfSession(url: string): string | null {
  if (!socketPath.test(url)) return null;
  const queryString = url.slice(url.indexOf('?') + 1).replace(/#.*/s, '');
  const sessionId = new URLSearchParams(queryString).getAll('sid').at(-1) ?? '';
  return sessionIdPattern.exec(sessionId)?.[1] ?? null;
}

/** Makes the session ids of this process begin with its id. */
export function prefixSessionIds(processId: string, { engine }: SocketServer): void {
  const generateId = engine.generateId.bind(engine);
  engine.generateId = async (request) => `${processId}-${await generateId(request)}`;
}
