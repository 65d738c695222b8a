import type { ConfirmationPurpose } from './accounts/confirmation.ts';
import type { ErrorCode } from './errors.ts';
import type { RateLimitName } from './limits.ts';
import type { z } from './schema.ts';

/**
 * Who may call an endpoint: `public` ignores tokens, `optional` identifies the caller when there is a token, `user`
 * requires a token, `admin` requires the role `admin`.
 */
export type Access = 'public' | 'optional' | 'user' | 'admin';

/** A file part of a multipart request. */
export interface FileField {
  /** Kind of the file. An `archive` is a file that a service sells; `MAX_ARCHIVE_MB` overrides its `maxBytes`. */
  readonly kind: 'image' | 'archive';
  readonly maxBytes: number;
  readonly maxCount: number;
  /** Error text when the file is missing; absent when the file is optional. */
  readonly missingText?: string;
}

type ObjectSchema = z.ZodObject<z.ZodRawShape>;

/**
 * Definition of an endpoint. The route with its validation, the typed client, the OpenAPI document and the test of who
 * may call which endpoint are derived from it.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path of the endpoint; parameters are written `:name`. The server also accepts a trailing slash. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** Set when callers must have proven the age in the setting `ACCOUNT_AGE`; others get `age_required`. */
  readonly requiresAccountAge?: true;
  /**
   * Set when the endpoint refuses people who must prove their age because of a decision of the team or a report; they
   * get `age_required` until they have proven it.
   */
  readonly blockedByAgeRequirement?: true;
  /** `any` when suspended people may call the endpoint too; otherwise they get `account_suspended`. */
  readonly accountStatus?: 'any';
  readonly params?: ObjectSchema;
  readonly query?: ObjectSchema;
  /** Schema of the JSON body, or of the text fields when the request is multipart. */
  readonly body?: z.ZodType;
  /** File parts; an endpoint with files also accepts multipart requests. */
  readonly files?: Readonly<Record<string, FileField>>;
  /** Whether an `Idempotency-Key` header is required (`true`) or optional; absent when the header is ignored. */
  readonly idempotent?: true | 'optional';
  /**
   * Purpose of the confirmation in the header `X-Confirmation`; absent when the endpoint ignores the header. The
   * handler answers `confirmation_required` to a request that needs a confirmation and has no valid one.
   */
  readonly confirmation?: ConfirmationPurpose;
  /** Status of a success; 204 requires a null `output`. */
  readonly status: 200 | 201 | 204;
  readonly output: z.ZodType | null;
  /** Media type of a file download; the endpoint's `output` is then null. */
  readonly produces?: 'text/csv' | 'application/zip' | 'application/pdf';
  /** Errors in addition to those that every endpoint shares. */
  readonly errors: readonly ErrorCode[];
  readonly limit: RateLimitName;
  /** Set when the answer may come from a replica of the database, some seconds late: docs/product/limits.md. */
  readonly mayBeLate?: true;
  /** Name of the query parameter with a search text; calls with a text also count towards the rate limit `search`. */
  readonly searchedBy?: string;
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

export type EndpointGroup = Readonly<Record<string, Endpoint>>;

type SchemaValue<T, Side extends 'in' | 'out'> = T extends z.ZodType
  ? Side extends 'in'
    ? z.input<T>
    : z.output<T>
  : undefined;

type ParsedPart<E, K extends string, Side extends 'in' | 'out'> = E extends {
  readonly [P in K]: infer T;
}
  ? SchemaValue<T, Side>
  : undefined;

/** Input of a handler after validation. */
export type ParsedInput<E extends Endpoint> = {
  params: ParsedPart<E, 'params', 'out'>;
  query: ParsedPart<E, 'query', 'out'>;
  body: ParsedPart<E, 'body', 'out'>;
};

/** A file download produced by a handler. */
export interface Download {
  /** File name for the browser: ASCII letters, digits, dots and dashes. */
  readonly filename: string;
  /** Content of the file, in chunks. */
  readonly body: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

/** Value that a handler returns for a success. */
export type HandlerOutput<E extends Endpoint> = E['output'] extends z.ZodType
  ? z.input<E['output']>
  : E extends { readonly produces: string }
    ? Download
    : undefined;

/** Value that the typed client returns for a success; a text file arrives as text, a zip or PDF as a blob. */
export type Output<E extends Endpoint> = E['output'] extends z.ZodType
  ? z.output<E['output']>
  : E extends { readonly produces: 'application/zip' | 'application/pdf' }
    ? Blob
    : E extends { readonly produces: string }
      ? string
      : undefined;

type SentPart<E, K extends string> = E extends { readonly [P in K]: infer T }
  ? SchemaValue<T, 'in'>
  : never;

/** Argument of a method of the typed client. */
export type CallInput<E extends Endpoint> = (E extends { readonly params: z.ZodType }
  ? { params: SentPart<E, 'params'> }
  : { params?: never }) &
  (E extends { readonly query: z.ZodType } ? { query?: SentPart<E, 'query'> } : { query?: never }) &
  (E extends { readonly body: z.ZodType }
    ? { body: SentPart<E, 'body'> | FormData }
    : { body?: never }) &
  (E extends { readonly idempotent: true }
    ? { idempotencyKey: string }
    : E extends { readonly idempotent: 'optional' }
      ? { idempotencyKey?: string }
      : { idempotencyKey?: never }) &
  (E extends { readonly confirmation: string }
    ? { confirmation?: string }
    : { confirmation?: never });
