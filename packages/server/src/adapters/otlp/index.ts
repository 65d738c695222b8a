import type { Tracer } from '../../ports/tracer.ts';
import type { TraceOptions } from './trace-options.ts';

/**
 * Opens a tracer that sends spans to a collector. OpenTelemetry is imported lazily because most installations do not
 * use it.
 */
export async function openOtlpTracer(options: TraceOptions): Promise<Tracer> {
  const { createOtlpTracer } = await import('./otlp-tracer.ts');
  return createOtlpTracer(options);
}
