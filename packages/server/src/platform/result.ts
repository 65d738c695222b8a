import type { ErrorCode } from '@guilda/contract/errors';

/** The outcome of an operation that may fail in an expected way; bugs are thrown instead. */
export type Result<T, E extends string = ErrorCode> = Ok<T> | Err<E>;

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
  /** It had happened before, under the same key: nothing was made now, and nothing counts. */
  readonly repeated?: true;
}

export interface Err<E extends string = ErrorCode> {
  readonly ok: false;
  readonly code: E;
  /** What the person should read, when it says more than the code's own text. */
  readonly detail?: ErrorDetail;
}

/** Extra facts of a refusal that the answer carries beside `error` and `code`. */
export interface ErrorDetail {
  readonly message?: string;
  readonly issues?: readonly { path: string; message: string }[];
  /** Further members of the error body, such as the open orders of a refused account deletion. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Milliseconds after which trying again makes sense. */
  readonly retryAfterMs?: number;
}

export function ok(): Ok<void>;
export function ok<T>(value: T): Ok<T>;
export function ok(value?: unknown): Ok<unknown> {
  return { ok: true, value };
}

/** The outcome of an earlier call with the same key, given again. */
export function repeat<T>(value: T): Ok<T> {
  return { ok: true, value, repeated: true };
}

export function err<E extends string>(code: E, detail?: ErrorDetail): Err<E> {
  return detail === undefined ? { ok: false, code } : { ok: false, code, detail };
}
