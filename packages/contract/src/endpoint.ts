import type { ErrorCode } from './errors.ts';
import type { RateLimitName } from './limits.ts';
import type { z } from './schema.ts';

/**
 * Who may call: `public` takes no notice of a token, `optional` knows the person when there is one,
 * `user` needs one, `admin` needs the role.
 */
export type Access = 'public' | 'optional' | 'user' | 'admin';

/** A file part of a multipart request. */
export interface FileField {
  /** An `archive` is part of a pack; the program's settings may change its `maxBytes`. */
  readonly kind: 'image' | 'archive';
  readonly maxBytes: number;
  readonly maxCount: number;
  /** What the person reads when the file is missing; without it the file may be left out. */
  readonly required?: string;
}

type Shape = z.ZodObject<z.ZodRawShape>;

/**
 * An endpoint is one value: from it come the route with its validation, the typed client, the
 * OpenAPI document, the authorization matrix and the bench.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters; also answered with a trailing slash. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** Answered to suspended people too (`product §9`); everything else refuses them. */
  readonly standing?: 'any';
  readonly params?: Shape;
  readonly query?: Shape;
  /** Schema of the JSON body, or of the text fields when the request is multipart. */
  readonly body?: z.ZodType;
  /** File parts; an endpoint that has them also accepts multipart. */
  readonly files?: Readonly<Record<string, FileField>>;
  /** Takes an `Idempotency-Key` header: needs one, or makes use of one. */
  readonly idempotent?: true | 'optional';
  /** Success status; 204 goes with a null output. */
  readonly status: 200 | 201 | 204;
  readonly output: z.ZodType | null;
  /** Answers a file of this media type to be saved, in place of `output`, which is then null. */
  readonly produces?: 'text/csv' | 'application/zip';
  /** Refusals beyond the ones every endpoint shares. */
  readonly errors: readonly ErrorCode[];
  readonly limit: RateLimitName;
  /** The query parameter that makes the call a search, counted as one, when it holds a text (`product §8`). */
  readonly searchedBy?: string;
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

export type EndpointGroup = Readonly<Record<string, Endpoint>>;

type Of<T, Side extends 'in' | 'out'> = T extends z.ZodType
  ? Side extends 'in'
    ? z.input<T>
    : z.output<T>
  : undefined;

type Part<E, K extends string, Side extends 'in' | 'out'> = E extends { readonly [P in K]: infer T }
  ? Of<T, Side>
  : undefined;

/** What the server works with once the input is parsed. */
export type ParsedInput<E extends Endpoint> = {
  params: Part<E, 'params', 'out'>;
  query: Part<E, 'query', 'out'>;
  body: Part<E, 'body', 'out'>;
};

/** A file that an endpoint answers with. */
export interface Download {
  /** The name it is to be saved under: ASCII letters, digits, dots and dashes. */
  readonly filename: string;
  /** The content, piece by piece. */
  readonly body: AsyncIterable<string | Uint8Array> | Iterable<string>;
}

/** What a handler gives back on success. */
export type HandlerOutput<E extends Endpoint> = E['output'] extends z.ZodType
  ? z.input<E['output']>
  : E extends { readonly produces: string }
    ? Download
    : undefined;

/** What a caller of the client receives; a file arrives as its text. */
export type Output<E extends Endpoint> = E['output'] extends z.ZodType
  ? z.output<E['output']>
  : E extends { readonly produces: string }
    ? string
    : undefined;

type Sent<E, K extends string> = E extends { readonly [P in K]: infer T } ? Of<T, 'in'> : never;

/** What a caller of the client passes. */
export type CallInput<E extends Endpoint> = (E extends { readonly params: z.ZodType }
  ? { params: Sent<E, 'params'> }
  : { params?: never }) &
  (E extends { readonly query: z.ZodType } ? { query?: Sent<E, 'query'> } : { query?: never }) &
  (E extends { readonly body: z.ZodType }
    ? { body: Sent<E, 'body'> | FormData }
    : { body?: never }) &
  (E extends { readonly idempotent: true }
    ? { idempotencyKey: string }
    : E extends { readonly idempotent: 'optional' }
      ? { idempotencyKey?: string }
      : { idempotencyKey?: never });
