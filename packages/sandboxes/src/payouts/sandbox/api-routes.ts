import { type KeyObject, verify } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hasBearerKey } from '../../shared/requests.ts';
import type { PayoutRow, PayoutStore } from './payout-store.ts';
import { scenarioOfAmount } from './scenarios.ts';

export interface PayoutApiDeps {
  readonly store: PayoutStore;
  readonly accessToken: string;
  /** Public key that verifies the signatures of requests. */
  readonly publicKey: KeyObject;
  /** Sends a notification about a payout; the API does not wait for it. */
  readonly notify: (row: PayoutRow, action: 'created' | 'updated') => unknown;
}

/** Schema of an amount in reais, converted to centavos. */
const reaisSchema = z
  .number()
  .positive()
  .max(1_000_000)
  .transform((value) => Math.round(value * 100));

/** Schema of a new payout by Pix, with the fields that Mercado Pago's documentation requires. */
const newIntentSchema = z
  .object({
    external_reference: z.string().regex(/^[\w-]{1,64}$/),
    point_of_interaction: z.object({ type: z.literal('PSP_TRANSFER') }),
    seller_configuration: z
      .object({ notification_info: z.object({ notification_url: z.url().max(500) }) })
      .optional(),
    transaction: z.object({
      from: z.object({ accounts: z.tuple([z.object({ amount: reaisSchema })]) }),
      to: z.object({
        accounts: z.tuple([
          z.object({
            type: z.literal('current'),
            amount: reaisSchema,
            chave: z.object({
              type: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'PIX_CODE']),
              value: z.string().min(1),
            }),
            owner: z.object({
              identification: z.object({
                type: z.enum(['CPF', 'CNPJ']),
                number: z.string().regex(/^\d{11}(\d{3})?$/),
              }),
            }),
          }),
        ]),
      }),
      total_amount: reaisSchema,
    }),
  })
  .refine(({ transaction: { from, to, total_amount } }) =>
    [from, to].every(({ accounts }) => accounts[0].amount === total_amount),
  );

const sendRefusal = (reply: FastifyReply, status: number, error: string) =>
  reply.code(status).send({ error, message: error, status });

/** Converts a payout to the API's format, in the given state. */
function toIntentResource(row: PayoutRow, [status, detail]: readonly [string, string]) {
  const amount = Number(row.amount) / 100;
  const amountText = amount.toFixed(2).replace('.', ',');
  const isReturned = status === 'refunded';
  return {
    id: row.id,
    external_reference: row.external_reference,
    created_date: row.created_at.toISOString(),
    last_updated_date: row.created_at.toISOString(),
    point_of_interaction: { type: '{"type":"PSP_TRANSFER"}' },
    status,
    transaction: {
      from: { accounts: [{ amount: amountText }] },
      paid_amount: isReturned ? 0 : amount,
      refunded_amount: isReturned ? amount : 0,
      to: { accounts: [{ amount: amountText, status_detail: detail }] },
      total_amount: amount,
    },
  };
}

function isSigned({ headers, body }: FastifyRequest, key: KeyObject): boolean {
  const signature = headers['x-signature'];
  if (headers['x-enforce-signature'] !== 'true' || typeof signature !== 'string') return false;
  return verify(null, Buffer.from(String(body)), key, Buffer.from(signature, 'base64'));
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

async function processNewPayout(deps: PayoutApiDeps, request: FastifyRequest, reply: FastifyReply) {
  const { store, publicKey } = deps;
  if (!isSigned(request, publicKey)) return sendRefusal(reply, 400, 'Invalid signature');
  const key = request.headers['x-idempotency-key'];
  if (typeof key !== 'string' || key === '')
    return sendRefusal(reply, 400, 'idempotency_key_required');
  const input = newIntentSchema.safeParse(parseJson(request.body));
  if (!input.success) return sendRefusal(reply, 400, 'Invalid Body');
  const { external_reference: reference, transaction, seller_configuration } = input.data;
  const amount = transaction.total_amount;
  const scenario = scenarioOfAmount(amount);
  if (scenario.refused) return sendRefusal(reply, 400, 'Invalid identification number');
  const notificationUrl = seller_configuration?.notification_info.notification_url ?? null;
  const payout = { key, reference, request: String(request.body), amount, notificationUrl };
  const outcome = await store.findOrCreate(payout);
  if (outcome === 'taken') return sendRefusal(reply, 400, 'Invalid external_reference');
  if (outcome.created) deps.notify(outcome.row, 'created');
  if (scenario.answerLost && outcome.created)
    return sendRefusal(reply, 500, 'internal_server_error');
  // A repeated idempotency key gets the first answer again, even if the payout has changed since.
  return reply.code(202).send(toIntentResource(outcome.row, scenario.first));
}

/** Routes of the REST API below `path`, which only Guilda's server may call. */
export async function payoutApiRoutes(
  app: FastifyInstance,
  deps: PayoutApiDeps & { readonly path: string },
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBearerKey(request, deps.accessToken)) return sendRefusal(reply, 401, 'invalid_token');
  });
  app.post(`${deps.path}/v1/transaction-intents/process`, (request, reply) =>
    processNewPayout(deps, request, reply),
  );
  app.get<{ Params: { id: string } }>(
    `${deps.path}/v1/transaction-intents/:id`,
    async (request, reply) => {
      const row = await deps.store.byId(request.params.id);
      if (!row) return sendRefusal(reply, 404, 'not_found');
      return reply.send(toIntentResource(row, [row.status, row.status_detail]));
    },
  );
}
