import { z } from 'zod';
import {
  createOutboundHttp,
  type OutboundAnswer,
  type OutboundRequest,
} from '../../platform/network/outbound-http.ts';
import { PROVIDER_TIMEOUT_MS } from '../../ports/payment-provider.ts';

export interface MercadoPagoApiDeps {
  /** Base URL, read at each call; that of the live API by default. */
  readonly baseUrl?: () => string;
  readonly accessToken: string;
  /** Logs every call without a usable answer. */
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * Outcome of a call: a body of the expected shape, an explicit "not found", a refusal with error codes, or no
 * usable answer.
 */
export type MercadoPagoResult<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly codes: readonly string[] }
  | { readonly kind: 'failed' };

export const doneResult = <T>(value: T): MercadoPagoResult<T> => ({ kind: 'done', value });
export const missingResult: MercadoPagoResult<never> = { kind: 'missing' };
export const failedResult: MercadoPagoResult<never> = { kind: 'failed' };

/** Sends one request to the REST API of Mercado Pago and parses its answer. */
export type MercadoPagoApi = <T>(
  schema: z.ZodType<T>,
  request: Omit<OutboundRequest, 'signal'>,
) => Promise<MercadoPagoResult<T>>;

export const LIVE_API_URL = 'https://api.mercadopago.com';

/**
 * Returns a function that creates an API client for one operation. All calls of the operation share one timeout of
 * {@link PROVIDER_TIMEOUT_MS}.
 */
export function createMercadoPagoApi({
  baseUrl = () => LIVE_API_URL,
  accessToken,
  log,
}: MercadoPagoApiDeps): () => MercadoPagoApi {
  const http = createOutboundHttp({
    baseUrl,
    headers: { authorization: `Bearer ${accessToken}` },
    timeoutMs: PROVIDER_TIMEOUT_MS,
  });
  return () => {
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
    return async (schema, request) => {
      const answer = await http.send({ ...request, signal });
      const outcome = parseAnswer(schema, answer);
      if (outcome.kind === 'failed' || outcome.kind === 'refused') {
        const { method, path } = request;
        const call = `${method} ${path.filter((segment) => /^[a-z_]+$/.test(segment)).join('/')}`;
        const codes = outcome.kind === 'refused' ? outcome.codes : [];
        log.warn({ call, status: answer?.status ?? null, codes }, 'payment provider call failed');
      }
      return outcome;
    };
  };
}

/** Schema of an error body, whose `cause` is sometimes null or malformed. */
const refusalBody = z.object({
  error: z.string().max(60),
  cause: z.array(z.object({ code: z.union([z.int(), z.string().max(60)]) })).catch([]),
});

/** Error codes for an unknown payment, path or preference. */
const notFoundCodes = ['2000', 'not_found', 'invalid_id'];

function parseAnswer<T>(schema: z.ZodType<T>, answer: OutboundAnswer | null): MercadoPagoResult<T> {
  if (answer === null) return failedResult;
  const { status, body } = answer;
  if (status >= 200 && status <= 299) {
    const parsed = schema.safeParse(body);
    return parsed.success ? doneResult(parsed.data) : failedResult;
  }
  // Only an error body proves that a resource is missing: a bare 404 means a wrong URL. 401, 429 and 409 (another call
  // with the same key is running) say nothing about the resource.
  if (![400, 403, 404, 422].includes(status)) return failedResult;
  const refusalResult = refusalBody.safeParse(body);
  if (!refusalResult.success) return failedResult;
  const causes = refusalResult.data.cause.map(({ code }) => String(code));
  const codes = causes.length > 0 ? causes : [refusalResult.data.error];
  return codes.some((code) => notFoundCodes.includes(code))
    ? missingResult
    : { kind: 'refused', codes };
}
