import type { SocketServer } from '../socket-types.ts';

/**
 * Format of the URLs of polling requests and upgrades: the parameter `sid` is a session id that begins with the id of
 * its process.
 */
const sessionPattern = /^\/socket\.io\/?\?(?:[^#]*&)?sid=(\d+)-/;

/** Id of the process that a request's session belongs to; null for requests without one. */
export const processOfSession = (url: string): string | null =>
  sessionPattern.exec(url)?.[1] ?? null;

/** Makes the session ids of this process begin with its id. */
export function prefixSessionIds(processId: string, { engine }: SocketServer): void {
  const generateId = engine.generateId.bind(engine);
  engine.generateId = async (request) => `${processId}-${await generateId(request)}`;
}
