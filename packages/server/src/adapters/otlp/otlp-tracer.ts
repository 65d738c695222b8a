import { setTimeout as delay } from 'node:timers/promises';
import {
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import { noSpan, type Span, type SpanStart, type Tracer } from '../../ports/tracer.ts';
import type { TraceOptions } from './trace-options.ts';

/** Timeout for sending one batch of spans, in ms. */
const SEND_TIMEOUT_MS = 5_000;
/** Time for sending the remaining spans at shutdown, in ms. */
const SHUTDOWN_TIMEOUT_MS = 1_000;
/** Maximum number of spans waiting to be sent; further spans are dropped. */
const MAX_QUEUED_SPANS = 4_096;

const spanKinds: Readonly<Record<SpanStart['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Logs once when the collector becomes unreachable, and once when it is back. */
function logAvailability(exporter: SpanExporter, log: TraceOptions['log']): SpanExporter {
  let isUnreachable = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed && !isUnreachable) log.warn({}, 'traces cannot be sent and are dropped');
        if (!hasFailed && isUnreachable) log.info({}, 'traces are sent again');
        isUnreachable = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function createTracerProvider({ endpoint, ratio, version, nodeId, log }: TraceOptions) {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  return new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'guilda',
      'service.version': version,
      'service.instance.id': nodeId,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor(logAvailability(exporter, log), {
        maxQueueSize: MAX_QUEUED_SPANS,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  });
}

/** Creates a tracer without global state, so that several programs can run in one process. */
export function createOtlpTracer(options: TraceOptions): Tracer {
  const provider = createTracerProvider(options);
  const tracer = provider.getTracer('guilda');
  const otelSpans = new WeakMap<Span, OtelSpan>();
  return {
    begin: ({ name, kind, attributes = {}, parent }) => {
      if (parent === noSpan) return noSpan;
      const parentSpan = parent && otelSpans.get(parent);
      const context = parentSpan ? trace.setSpan(ROOT_CONTEXT, parentSpan) : ROOT_CONTEXT;
      const otelSpan = tracer.startSpan(name, { kind: spanKinds[kind], attributes }, context);
      const { traceId, traceFlags } = otelSpan.spanContext();
      if ((traceFlags & TraceFlags.SAMPLED) === 0) return noSpan;
      const span: Span = {
        traceId,
        end: ({ failed = false, attributes: endAttributes = {} } = {}) => {
          otelSpan.setAttributes(endAttributes);
          if (failed) otelSpan.setStatus({ code: SpanStatusCode.ERROR });
          otelSpan.end();
        },
      };
      otelSpans.set(span, otelSpan);
      return span;
    },
    close: async () => {
      const shutdownPromise = provider.shutdown().catch(() => undefined);
      await Promise.race([shutdownPromise, delay(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
