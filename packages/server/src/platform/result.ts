import type { RefusalDetails } from '@guilda/contract/common';
import { type ErrorCode, errors } from '@guilda/contract/errors';

/** The outcome of an operation that may fail in an expected way; bugs are thrown instead. */
export type Result<T, E extends string = ErrorCode> = Ok<T> | Err<E>;

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
  /** Set when the value is the outcome of an earlier call with the same idempotency key: this call changed nothing. */
  readonly repeated?: true;
}

export interface Err<E extends string = ErrorCode> {
  readonly ok: false;
  readonly code: E;
  /** Details for the person, when the error code's own text is not enough. */
  readonly detail?: ErrorDetail;
  /** Set when the operation changed something before it was refused, so that limits count it like a success. */
  readonly counted?: true;
}

/** Details of a refusal that the answer contains in addition to `error` and `code`. */
export interface ErrorDetail {
  readonly message?: string;
  readonly issues?: readonly { path: string; message: string }[];
  /**
   * Further fields of the error body, such as the open orders of a refused account deletion. `status` is for the
   * sandboxes, which are not part of the API.
   */
  readonly extra?: RefusalDetails & { readonly status?: string | null };
  /** Milliseconds after which a retry can succeed. */
  readonly retryAfterMs?: number;
}

export function ok(): Ok<void>;
export function ok<T>(value: T): Ok<T>;
export function ok(value?: unknown): Ok<unknown> {
  return { ok: true, value };
}

/** Creates a result with the outcome of an earlier call with the same idempotency key. */
export function okReplayed<T>(value: T): Ok<T> {
  return { ok: true, value, repeated: true };
}

/** Creates a refusal of an operation that changed something before, such as placing an order without a checkout. */
export function errCounted<E extends string>(code: E): Err<E> {
  return { ok: false, code, counted: true };
}

export function err<E extends string>(code: E, detail?: ErrorDetail): Err<E> {
  return detail === undefined ? { ok: false, code } : { ok: false, code, detail };
}

/** Creates a refusal of one field of the input, whose issue has the error code's own text. */
export function fieldErr<E extends ErrorCode>(code: E, path: string): Err<E> {
  return err(code, { issues: [{ path, message: errors[code].text }] });
}
