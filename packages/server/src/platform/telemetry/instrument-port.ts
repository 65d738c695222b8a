import { type ErrorCode, errors } from '@guilda/contract/errors';
import type { Fanout } from '../../ports/fanout.ts';
import { currentSpan, secondsSince, type Telemetry } from './request-context.ts';

export type PortCallOutcome = 'ok' | 'refused' | 'failed';

/** When a call to a service by any node last succeeded and last failed. */
export interface LastCallTimes {
  /** Time at which a call last succeeded or was refused; null for never. A refusal means that the service works. */
  readonly workedAt: Date | null;
  /** Time at which a call last failed; null for never. */
  readonly failedAt: Date | null;
}

/** Records when calls to each external service last succeeded and last failed. */
export interface CallLog {
  record(service: string, outcome: PortCallOutcome): void;
  callTimesOf(service: string): LastCallTimes;
}

/** Topic on which nodes inform each other of the outcomes of their calls. */
const CALLS_TOPIC = 'calls';
/** Time in ms after a published outcome during which the same outcome is not published again. */
const PUBLISH_INTERVAL_MS = 5_000;

/**
 * Creates an empty call log.
 * @param now the current time
 * @param fanout fan-out by which nodes inform each other of their calls
 */
export function createCallLog(
  now: () => Date,
  fanout: Pick<Fanout, 'publish' | 'subscribe'>,
): CallLog {
  const log = new Map<string, LastCallTimes>();
  const callTimesOf = (service: string) => log.get(service) ?? { workedAt: null, failedAt: null };
  const recordCall = (service: string, failed: boolean, at: Date) => {
    const lastTimes = callTimesOf(service);
    const previousTime = failed ? lastTimes.failedAt : lastTimes.workedAt;
    if (previousTime === null || previousTime < at)
      log.set(service, { ...lastTimes, ...(failed ? { failedAt: at } : { workedAt: at }) });
  };
  fanout.subscribe(CALLS_TOPIC, ({ service, failed, at }) => {
    recordCall(String(service), failed === true, new Date(Number(at)));
  });
  const lastTransitions = new Map<string, { readonly failed: boolean; readonly at: number }>();
  return {
    callTimesOf,
    record: (service, outcome) => {
      const failed = outcome === 'failed';
      const at = now();
      recordCall(service, failed, at);
      const lastTransition = lastTransitions.get(service);
      if (
        lastTransition?.failed === failed &&
        at.getTime() - lastTransition.at < PUBLISH_INTERVAL_MS
      )
        return;
      lastTransitions.set(service, { failed, at: at.getTime() });
      fanout.publish(CALLS_TOPIC, { service, failed, at: at.getTime() });
    },
  };
}

export interface PortTelemetry extends Telemetry {
  readonly calls: CallLog;
}

/** Error codes that mean that the service failed although their HTTP status is not 503. */
const outageCodes = new Set<string>(['call_room_failed']);

const isOutageCode = (code: unknown) =>
  typeof code === 'string' &&
  (outageCodes.has(code) ||
    (Object.hasOwn(errors, code) && errors[code as ErrorCode].status === 503));

/**
 * Classifies the value that a port's method resolved to: a `Result`, the outcome of a push, a boolean, or any other
 * value, which is a success.
 */
export function callOutcome(answer: unknown): PortCallOutcome {
  if (answer === false) return 'failed';
  if (typeof answer !== 'object' || answer === null) return 'ok';
  if ('ok' in answer && answer.ok === false) {
    return 'code' in answer && isOutageCode(answer.code) ? 'failed' : 'refused';
  }
  if (!('result' in answer) || answer.result === 'sent') return 'ok';
  return answer.result === 'later' ? 'failed' : 'refused';
}

type PortCall = (...args: unknown[]) => unknown;

function instrumentCall(
  telemetry: PortTelemetry,
  service: string,
  call: string,
  originalCall: PortCall,
): PortCall {
  return (...args) => {
    const startedAt = performance.now();
    const parent = currentSpan();
    const span = parent
      ? telemetry.tracer.begin({ name: `${service} ${call}`, kind: 'client', parent })
      : null;
    const endCall = (outcome: PortCallOutcome) => {
      telemetry.calls.record(service, outcome);
      telemetry.meter.count('guilda_calls_total', { service, call, outcome });
      telemetry.meter.time('guilda_call_seconds', { service }, secondsSince(startedAt));
      span?.end({ failed: outcome === 'failed', attributes: { 'guilda.outcome': outcome } });
    };
    const answer = Promise.resolve(originalCall(...args));
    answer.then(
      (value) => endCall(callOutcome(value)),
      () => endCall('failed'),
    );
    return answer;
  };
}

/**
 * Wraps a port, the interface to an external service, so that calls of the named methods are counted, timed and traced
 * under the service's name. These methods must return promises.
 */
export function instrumentPort<T extends object>(
  telemetry: PortTelemetry,
  service: string,
  port: T,
  names: readonly (keyof T & string)[],
): T {
  const calls = new Map<PropertyKey, PortCall>(
    names.map((name) => [
      name,
      instrumentCall(telemetry, service, name, (port[name] as PortCall).bind(port)),
    ]),
  );
  return new Proxy(port, { get: (target, key) => calls.get(key) ?? Reflect.get(target, key) });
}
