import { type ErrorCode, errors } from '@guilda/contract/errors';
import { clientEvents } from '@guilda/contract/socket';
import { runInContext, secondsSince, type Telemetry } from '../../telemetry/request-context.ts';

/** The event's name if it is in the contract, else `unknown`: metric labels must not come from clients. */
const eventLabelOf = (name: string) => (Object.hasOwn(clientEvents, name) ? name : 'unknown');

function eventOutcomeOf(code: ErrorCode | null): string {
  if (code === null) return 'ok';
  if (code === 'internal') return 'failed';
  return errors[code].status === 503 ? 'unavailable' : 'refused';
}

/**
 * Counts, times and traces one event of a client; `run` resolves to the code of a refusal, or to null after a success.
 */
export async function instrumentEvent(
  { meter, tracer }: Telemetry,
  event: string,
  run: () => Promise<ErrorCode | null>,
): Promise<ErrorCode | null> {
  const name = eventLabelOf(event);
  const startedAt = performance.now();
  const span = tracer.begin({ name: `event ${name}`, kind: 'server', parent: null });
  const code = await runInContext({ fields: { event: name }, span }, run);
  const outcome = eventOutcomeOf(code);
  meter.count('guilda_socket_events_total', { event: name, outcome });
  meter.time('guilda_socket_event_seconds', { event: name }, secondsSince(startedAt));
  span.end({
    failed: outcome === 'failed' || outcome === 'unavailable',
    attributes: { 'guilda.outcome': outcome },
  });
  return code;
}
