import type { Tracer } from '../../ports/tracer.ts';
import type { TraceOptions } from './trace-options.ts';

/** Traces told to a collector; OpenTelemetry is loaded here, by nobody who does not ask for it. */
export async function openOtlpTracer(options: TraceOptions): Promise<Tracer> {
  const { createOtlpTracer } = await import('./otlp-tracer.ts');
  return createOtlpTracer(options);
}
