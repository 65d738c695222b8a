import { z } from 'zod';
import {
  createOutboundHttp,
  type OutboundAnswer,
  type OutboundRequest,
} from '../../platform/outbound-http.ts';
import { PROVIDER_TIMEOUT_MS } from '../../ports/payment-provider.ts';

export interface ApiDeps {
  /** Asked for at each call; the live API unless told. */
  readonly baseUrl?: () => string;
  readonly accessToken: string;
  /** Told of every call that was not answered as it should. */
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * What came of a call: a body of the expected shape, their word that there is no such thing, a
 * refusal with their codes, or nothing of use.
 */
export type Outcome<T> =
  | { readonly is: 'done'; readonly value: T }
  | { readonly is: 'missing' }
  | { readonly is: 'refused'; readonly codes: readonly string[] }
  | { readonly is: 'failed' };

export const done = <T>(value: T): Outcome<T> => ({ is: 'done', value });
export const missing: Outcome<never> = { is: 'missing' };
export const failed: Outcome<never> = { is: 'failed' };

/** The REST API of Mercado Pago. */
export type Api = <T>(
  shape: z.ZodType<T>,
  request: Omit<OutboundRequest, 'signal'>,
) => Promise<Outcome<T>>;

/** Mercado Pago's own address. */
export const LIVE = 'https://api.mercadopago.com';

/**
 * Opens the API for one thing to be done: all its calls together take no longer than
 * {@link PROVIDER_TIMEOUT_MS}.
 */
export function createApi({ baseUrl = () => LIVE, accessToken, log }: ApiDeps): () => Api {
  const http = createOutboundHttp({
    baseUrl,
    headers: { authorization: `Bearer ${accessToken}` },
    timeoutMs: PROVIDER_TIMEOUT_MS,
  });
  return () => {
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
    return async (shape, request) => {
      const answer = await http.send({ ...request, signal });
      const outcome = read(shape, answer);
      if (outcome.is === 'failed' || outcome.is === 'refused') {
        const { method, path } = request;
        const call = `${method} ${path.filter((part) => /^[a-z_]+$/.test(part)).join('/')}`;
        const codes = outcome.is === 'refused' ? outcome.codes : [];
        log.warn({ call, status: answer?.status ?? null, codes }, 'payment provider call failed');
      }
      return outcome;
    };
  };
}

/** Their refusals; `cause` is sometimes null, or something else altogether. */
const refusal = z.object({
  error: z.string().max(60),
  cause: z.array(z.object({ code: z.union([z.int(), z.string().max(60)]) })).catch([]),
});

/** No such payment, path or preference. */
const nothing = ['2000', 'not_found', 'invalid_id'];

function read<T>(shape: z.ZodType<T>, answer: OutboundAnswer | null): Outcome<T> {
  if (answer === null) return failed;
  const { status, body } = answer;
  if (status >= 200 && status <= 299) {
    const parsed = shape.safeParse(body);
    return parsed.success ? done(parsed.data) : failed;
  }
  // Only their own word counts: a bare 404 is a wrong address. 401 and 429 say nothing of the thing, nor
  // does 409, another call with the same key that is under way.
  if (![400, 403, 404, 422].includes(status)) return failed;
  const word = refusal.safeParse(body);
  if (!word.success) return failed;
  const causes = word.data.cause.map(({ code }) => String(code));
  const codes = causes.length > 0 ? causes : [word.data.error];
  return codes.some((code) => nothing.includes(code)) ? missing : { is: 'refused', codes };
}
