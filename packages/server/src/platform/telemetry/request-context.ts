import { AsyncLocalStorage } from 'node:async_hooks';
import { type Meter, noMeter } from '../../ports/meter.ts';
import { noSpan, noTracer, type Span, type Tracer } from '../../ports/tracer.ts';

/** The meter and the tracer, for all instrumented code. */
export interface Telemetry {
  readonly meter: Meter;
  readonly tracer: Tracer;
}

/** Telemetry that records nothing. */
export const noTelemetry: Telemetry = { meter: noMeter, tracer: noTracer };

/** Fields of log lines that identify the request, job or event; never personal data. */
export interface ContextFields {
  readonly reqId?: string;
  readonly jobId?: string;
  readonly task?: string;
  readonly event?: string;
}

/** The request, job or event that the running code belongs to, stored in an `AsyncLocalStorage`. */
export interface RequestContext {
  readonly fields: ContextFields;
  readonly span: Span;
}

const requestContexts = new AsyncLocalStorage<RequestContext>();

/** Runs `work` and everything it calls in a request context. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return requestContexts.run(context, work);
}

/** The span of the running code; null outside of a context, or when the trace is not sampled. */
export function currentSpan(): Span | null {
  const span = requestContexts.getStore()?.span;
  return span && span !== noSpan ? span : null;
}

/** Fields added to every log line; undefined outside of a context. */
export function logFields(): (ContextFields & { readonly trace_id?: string }) | undefined {
  const context = requestContexts.getStore();
  if (!context) return undefined;
  const { traceId } = context.span;
  return traceId === null ? context.fields : { ...context.fields, trace_id: traceId };
}

/** Seconds since `startedAt`, a value of `performance.now()`. */
export const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;
