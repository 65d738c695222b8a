import { type ErrorCode, errors } from '@guilda/contract/errors';
import { clientEvents } from '@guilda/contract/socket';
import { inScene, secondsSince, type Watchers } from '../scene.ts';

/** The event by a name of the contract: clients may make up others. */
const nameOf = (name: string) => (Object.hasOwn(clientEvents, name) ? name : 'unknown');

function outcomeOf(code: ErrorCode | null): string {
  if (code === null) return 'ok';
  if (code === 'internal') return 'failed';
  return errors[code].status === 503 ? 'unavailable' : 'refused';
}

/** Counts, times and traces one event of a client; `run` resolves to its refusal, or null. */
export async function watchEvent(
  { meter, tracer }: Watchers,
  event: string,
  run: () => Promise<ErrorCode | null>,
): Promise<ErrorCode | null> {
  const name = nameOf(event);
  const start = performance.now();
  const span = tracer.begin({ name: `event ${name}`, kind: 'server', parent: null });
  const code = await inScene({ facts: { event: name }, span }, run);
  const outcome = outcomeOf(code);
  meter.count('guilda_socket_events_total', { event: name, outcome });
  meter.time('guilda_socket_event_seconds', { event: name }, secondsSince(start));
  span.end({
    failed: outcome === 'failed' || outcome === 'unavailable',
    facts: { 'guilda.outcome': outcome },
  });
  return code;
}
