/** What a span says: short words and numbers, never ids, texts or addresses of people. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** A stretch of time within a trace. */
export interface Span {
  /** Null for one that nobody will see. */
  readonly traceId: string | null;
  /** Ends it, once. */
  end(how?: { readonly failed?: boolean; readonly facts?: SpanFacts }): void;
}

export interface SpanStart {
  /** Of few values, such as `GET /api/users/:uid`. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  readonly facts?: SpanFacts;
  /** What it is part of; null begins a trace of its own. */
  readonly parent: Span | null;
}

/** Tells where time goes, of a share of what happens. Never throws, never waits. */
export interface Tracer {
  begin(span: SpanStart): Span;
  /** Sends what is still here; resolves within moments, whether it arrived or not. */
  close(): Promise<void>;
}

/** A span that nobody will see. */
export const unseen: Span = { traceId: null, end: () => undefined };

/** Nobody looks: nothing is traced. */
export const noTracer: Tracer = { begin: () => unseen, close: async () => undefined };
