import { CONFIRMATION_HEADER } from './accounts/confirmation.ts';
import type { CallInput, Endpoint, EndpointGroup, Output } from './endpoint.ts';
import { type Endpoints, endpoints } from './index.ts';

export { ApiError } from './api-error.ts';

/** A request passed to a transport, which calls the server in-process or uses fetch in the browser. */
export interface TransportRequest {
  readonly method: Endpoint['method'];
  /** Path and query of the request. */
  readonly url: string;
  /** Body of the request: a JSON value, or a `FormData` with files. */
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The only status that counts as success; any status from 200 to 299 when absent. */
  readonly status?: number;
}

/** Sends a request; resolves to the decoded body of the answer, or throws `ApiError`. */
export type Transport = (request: TransportRequest) => Promise<unknown>;

export type CallOptions = Pick<TransportRequest, 'signal' | 'status'>;

type EndpointCall<E extends Endpoint> =
  Record<never, never> extends CallInput<E>
    ? (input?: CallInput<E>, options?: CallOptions) => Promise<Output<E>>
    : (input: CallInput<E>, options?: CallOptions) => Promise<Output<E>>;

export type ApiClient = {
  readonly [G in keyof Endpoints]: {
    readonly [K in keyof Endpoints[G]]: EndpointCall<Endpoints[G][K] & Endpoint>;
  };
};

interface UntypedInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  confirmation?: string;
}

/** Builds the URL of an endpoint, with its parameters and query filled in. */
function buildUrl(path: string, input: Pick<UntypedInput, 'params' | 'query'>): string {
  const filledPath = path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? filledPath : `${filledPath}?${text}`;
}

function createEndpointFunction(definition: Endpoint, transport: Transport) {
  return (input: UntypedInput = {}, options: CallOptions = {}) =>
    transport({
      method: definition.method,
      url: buildUrl(definition.path, input),
      headers: {
        ...(input.idempotencyKey ? { 'idempotency-key': input.idempotencyKey } : {}),
        ...(input.confirmation ? { [CONFIRMATION_HEADER]: input.confirmation } : {}),
      },
      ...(input.body === undefined ? {} : { body: input.body }),
      ...options,
    });
}

/** Creates the typed client: for each endpoint a function that sends its request by `transport`. */
export function createClient(transport: Transport): ApiClient {
  const groups = Object.entries(endpoints as Record<string, EndpointGroup>).map(([name, group]) => [
    name,
    Object.fromEntries(
      Object.entries(group).map(([key, definition]) => [
        key,
        createEndpointFunction(definition, transport),
      ]),
    ),
  ]);
  return Object.fromEntries(groups) as ApiClient;
}
