import type { FastifyInstance } from 'fastify';
import type { Doors } from './compose-door.ts';
import type { Jobs } from './compose-jobs.ts';
import type { Outside } from './compose-outside.ts';
import type { Shared } from './compose-shared.ts';
import { closeStrays } from './modules/calls/index.ts';
import { eraseClosedPictures } from './modules/pictures/index.ts';
import { followAdminEmails } from './modules/users/index.ts';
import type { Leaving } from './platform/http/leaving.ts';

/** What starts with the program and ends with it. */
export interface Living {
  readonly app: FastifyInstance;
  readonly shared: Shared;
  readonly doors: Doors;
  readonly jobs: Jobs;
  readonly outside: Pick<Outside, 'close'>;
  readonly leaving: Leaving;
}

/** Opens the port and starts the work that runs beside requests. */
export async function startAll(living: Living, { port }: { readonly port: number }): Promise<void> {
  const { app, shared, doors, jobs } = living;
  const { listener, presence, messaging } = doors.house;
  await shared.sight.open();
  await followAdminEmails(doors.identity)();
  await jobs.start();
  await listener.start();
  presence.start();
  messaging.start();
  await app.listen({ port, host: shared.config.host });
  eraseClosedPictures(shared)().catch((error: unknown) =>
    shared.log.warn({ err: error }, 'closed pictures are still to be erased'),
  );
  closeStrays(doors.calls)().catch((error: unknown) =>
    shared.log.warn({ err: error }, 'rooms of no call are still to be closed'),
  );
}

/** Ends it in the order in which one part needs another; what is in flight has `graceMs`. */
export async function endAll(living: Living, graceMs: number): Promise<void> {
  const { shared, doors, jobs, outside, leaving } = living;
  const { realtime, listener, presence, messaging } = doors.house;
  await leaving.announce();
  presence.stop();
  // The port closes first: who comes back is to find another node.
  const closed = leaving.close(graceMs);
  await realtime.close();
  await closed;
  await jobs.stop();
  outside.close();
  await listener.stop();
  await messaging.stop();
  await shared.fanout.close();
  shared.images.close();
  shared.painter.close();
  await shared.database.close();
  await shared.sight.close();
}
