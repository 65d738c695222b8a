/** Attributes of a span: short words and numbers, never ids or personal data. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A span of a trace. */
export interface Span {
  /** Id of the span's trace; null for a span that is not sampled. */
  readonly traceId: string | null;
  /** Ends the span; call once. */
  end(outcome?: { readonly failed?: boolean; readonly attributes?: SpanAttributes }): void;
}

export interface SpanStart {
  /** Name of the span, from a small set, such as `GET /api/users/:uid`. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
  /** Parent span; null starts a new trace. */
  readonly parent: Span | null;
}

/** Traces a sample of requests, jobs and events. Never throws and never blocks. */
export interface Tracer {
  begin(span: SpanStart): Span;
  /** Sends pending spans; resolves within a second even if sending fails. */
  close(): Promise<void>;
}

/** A span that is not sampled. */
export const noSpan: Span = { traceId: null, end: () => undefined };

/** A tracer that records nothing. */
export const noTracer: Tracer = { begin: () => noSpan, close: async () => undefined };
