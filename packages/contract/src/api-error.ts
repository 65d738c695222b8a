// Apart from the client: the browser needs it before it needs any schema.

const mark = Symbol.for('guilda.api-error');

const isWords = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A refusal of the server; `message`, else `error`, is what the person reads (`spec §8`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: readonly { path: string; message: string }[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly [mark] = true;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super([body['message'], body['error']].find(isWords) ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.code = typeof body['code'] === 'string' ? body['code'] : 'unknown';
    this.issues = Array.isArray(body['issues']) ? body['issues'] : [];
    this.body = body;
  }

  /** Knows its like by the mark: the pages' bundle and the server each carry a copy of this class. */
  static override [Symbol.hasInstance](value: unknown): value is ApiError {
    return typeof value === 'object' && value !== null && mark in value;
  }
}
