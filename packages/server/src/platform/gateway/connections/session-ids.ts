import type { SocketServer } from '../socket-types.ts';

/** Parameter of polling requests and upgrades that names their session, with the id of its process in front. */
const sessionPattern = /^\/socket\.io\/?\?(?:[^#]*&)?sid=(\d+)-/;

/** Id of the process that a request's session belongs to; null for requests without one. */
export const processOfSession = (url: string): string | null =>
  sessionPattern.exec(url)?.[1] ?? null;

/** Puts the id of this process in front of the ids of its sessions. */
export function nameSessionsAfter(processId: string, { engine }: SocketServer): void {
  const generateId = engine.generateId.bind(engine);
  engine.generateId = async (request) => `${processId}-${await generateId(request)}`;
}
