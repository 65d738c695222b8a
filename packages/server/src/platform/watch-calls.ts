import { type ErrorCode, errors } from '@guilda/contract/errors';
import { currentSpan, secondsSince, type Watchers } from './scene.ts';

export type CallOutcome = 'ok' | 'refused' | 'failed';

/** What the last calls to a service came to, as far as this process knows. */
export interface LastCalls {
  /** When one last succeeded or was answered with a refusal; null for never. */
  readonly workedAt: Date | null;
  readonly failedAt: Date | null;
}

/** Remembers what calls to services of others came to. */
export interface CallBook {
  note(service: string, outcome: CallOutcome): void;
  of(service: string): LastCalls;
}

/** @param now the time now */
export function openCallBook(now: () => Date): CallBook {
  const book = new Map<string, LastCalls>();
  const of = (service: string) => book.get(service) ?? { workedAt: null, failedAt: null };
  return {
    of,
    note: (service, outcome) => {
      const at = now();
      const change = outcome === 'failed' ? { failedAt: at } : { workedAt: at };
      book.set(service, { ...of(service), ...change });
    },
  };
}

export interface CallWatch extends Watchers {
  readonly calls: CallBook;
}

/** Codes by which ports say that the service itself failed, whatever status people see. */
const away = new Set<string>(['call_room_failed']);

const failing = (code: unknown) =>
  typeof code === 'string' &&
  (away.has(code) || (Object.hasOwn(errors, code) && errors[code as ErrorCode].status === 503));

/** What an answer of a port says of the service: its results, the outcome of a push, plain success. */
export function outcomeOf(answer: unknown): CallOutcome {
  if (answer === false) return 'failed';
  if (typeof answer !== 'object' || answer === null) return 'ok';
  if ('ok' in answer && answer.ok === false) {
    return 'code' in answer && failing(answer.code) ? 'failed' : 'refused';
  }
  if (!('is' in answer) || answer.is === 'sent') return 'ok';
  return answer.is === 'later' ? 'failed' : 'refused';
}

type Call = (...args: unknown[]) => unknown;

function watched(watch: CallWatch, service: string, call: string, plain: Call): Call {
  return (...args) => {
    const start = performance.now();
    const parent = currentSpan();
    const span = parent
      ? watch.tracer.begin({ name: `${service} ${call}`, kind: 'client', parent })
      : null;
    const end = (outcome: CallOutcome) => {
      watch.calls.note(service, outcome);
      watch.meter.count('guilda_calls_total', { service, call, outcome });
      watch.meter.time('guilda_call_seconds', { service }, secondsSince(start));
      span?.end({ failed: outcome === 'failed', facts: { 'guilda.outcome': outcome } });
    };
    const answer = Promise.resolve(plain(...args));
    answer.then(
      (value) => end(outcomeOf(value)),
      () => end('failed'),
    );
    return answer;
  };
}

/**
 * The same port, with those of its calls that reach the service counted, timed and traced under the
 * service's name. Every named one answers a promise.
 */
export function watchCalls<T extends object>(
  watch: CallWatch,
  service: string,
  port: T,
  names: readonly (keyof T & string)[],
): T {
  const calls = new Map<PropertyKey, Call>(
    names.map((name) => [name, watched(watch, service, name, (port[name] as Call).bind(port))]),
  );
  return new Proxy(port, { get: (of, key) => calls.get(key) ?? Reflect.get(of, key) });
}
