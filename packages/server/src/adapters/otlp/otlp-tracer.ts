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
import { type Span, type SpanStart, type Tracer, unseen } from '../../ports/tracer.ts';
import type { TraceOptions } from './trace-options.ts';

/** For one batch on its way, in ms. */
const SEND_MS = 5_000;
/** How long the end of the program waits for what is still here, in ms. */
const GOODBYE_MS = 1_000;
/** Spans that may wait; what is more is let go of. */
const MOST_WAITING = 4_096;

const kinds: Readonly<Record<SpanStart['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Says once that the collector is away, and once that it is back. */
function tellChanges(exporter: SpanExporter, log: TraceOptions['log']): SpanExporter {
  let away = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed && !away) log.warn({}, 'traces cannot be sent and are let go of');
        if (!failed && away) log.info({}, 'traces are sent again');
        away = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function openProvider({ endpoint, ratio, version, nodeId, log }: TraceOptions) {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: SEND_MS,
  });
  return new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'guilda',
      'service.version': version,
      'service.instance.id': nodeId,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor(tellChanges(exporter, log), {
        maxQueueSize: MOST_WAITING,
        exportTimeoutMillis: SEND_MS,
      }),
    ],
  });
}

/** A tracer without anything global, so that several programs fit into one process. */
export function createOtlpTracer(options: TraceOptions): Tracer {
  const provider = openProvider(options);
  const tracer = provider.getTracer('guilda');
  const inner = new WeakMap<Span, OtelSpan>();
  return {
    begin: ({ name, kind, facts = {}, parent }) => {
      if (parent === unseen) return unseen;
      const above = parent && inner.get(parent);
      const context = above ? trace.setSpan(ROOT_CONTEXT, above) : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, context);
      const { traceId, traceFlags } = span.spanContext();
      if ((traceFlags & TraceFlags.SAMPLED) === 0) return unseen;
      const seen: Span = {
        traceId,
        end: ({ failed = false, facts: more = {} } = {}) => {
          span.setAttributes(more);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
      inner.set(seen, span);
      return seen;
    },
    close: async () => {
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, delay(GOODBYE_MS, undefined, { ref: false })]);
    },
  };
}
