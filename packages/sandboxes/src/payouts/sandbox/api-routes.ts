import { type KeyObject, verify } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hasBearerKey } from '../../shared/requests.ts';
import type { PayoutRow, PayoutStore } from './payout-store.ts';
import { scenarioOf } from './scenarios.ts';

export interface PayoutApiDeps {
  readonly store: PayoutStore;
  readonly accessToken: string;
  /** Key with which requests must be signed. */
  readonly publicKey: KeyObject;
  /** Tells the receiver about a payout; the API does not wait for it. */
  readonly notify: (row: PayoutRow, action: 'created' | 'updated') => unknown;
}

/** Amount in reais of at most two decimals, converted to centavos. */
const reais = z
  .number()
  .positive()
  .max(1_000_000)
  .transform((value) => Math.round(value * 100));

/** Schema of a new payout by Pix, as far as it is documented as required. */
const newIntent = z
  .object({
    external_reference: z.string().regex(/^[\w-]{1,64}$/),
    point_of_interaction: z.object({ type: z.literal('PSP_TRANSFER') }),
    seller_configuration: z
      .object({ notification_info: z.object({ notification_url: z.url().max(500) }) })
      .optional(),
    transaction: z.object({
      from: z.object({ accounts: z.tuple([z.object({ amount: reais })]) }),
      to: z.object({
        accounts: z.tuple([
          z.object({
            type: z.literal('current'),
            amount: reais,
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
      total_amount: reais,
    }),
  })
  .refine(({ transaction: { from, to, total_amount } }) =>
    [from, to].every(({ accounts }) => accounts[0].amount === total_amount),
  );

const refuse = (reply: FastifyReply, status: number, error: string) =>
  reply.code(status).send({ error, message: error, status });

/** A payout as the API shows it, in the given state. */
function intentOf(row: PayoutRow, [status, detail]: readonly [string, string]) {
  const amount = Number(row.amount) / 100;
  const text = amount.toFixed(2).replace('.', ',');
  const returned = status === 'refunded';
  return {
    id: row.id,
    external_reference: row.external_reference,
    created_date: row.created_at.toISOString(),
    last_updated_date: row.created_at.toISOString(),
    point_of_interaction: { type: '{"type":"PSP_TRANSFER"}' },
    status,
    transaction: {
      from: { accounts: [{ amount: text }] },
      paid_amount: returned ? 0 : amount,
      refunded_amount: returned ? amount : 0,
      to: { accounts: [{ amount: text, status_detail: detail }] },
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

async function process(deps: PayoutApiDeps, request: FastifyRequest, reply: FastifyReply) {
  const { store, publicKey } = deps;
  if (!isSigned(request, publicKey)) return refuse(reply, 400, 'Invalid signature');
  const key = request.headers['x-idempotency-key'];
  if (typeof key !== 'string' || key === '') return refuse(reply, 400, 'idempotency_key_required');
  const input = newIntent.safeParse(parseJson(request.body));
  if (!input.success) return refuse(reply, 400, 'Invalid Body');
  const { external_reference: reference, transaction, seller_configuration } = input.data;
  const amount = transaction.total_amount;
  const scenario = scenarioOf(amount);
  if (scenario.refused) return refuse(reply, 400, 'Invalid identification number');
  const notificationUrl = seller_configuration?.notification_info.notification_url ?? null;
  const payout = { key, reference, request: String(request.body), amount, notificationUrl };
  const outcome = await store.make(payout);
  if (outcome === 'taken') return refuse(reply, 400, 'Invalid external_reference');
  if (outcome.made) deps.notify(outcome.row, 'created');
  if (scenario.answerLost && outcome.made) return refuse(reply, 500, 'internal_server_error');
  // A repeated key is answered with the first answer, whatever happened since.
  return reply.code(202).send(intentOf(outcome.row, scenario.first));
}

/** Routes of the REST API below `prefix`, which only the product's server may call. */
export async function payoutApiRoutes(
  app: FastifyInstance,
  deps: PayoutApiDeps & { readonly path: string },
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBearerKey(request, deps.accessToken)) return refuse(reply, 401, 'invalid_token');
  });
  app.post(`${deps.path}/v1/transaction-intents/process`, (request, reply) =>
    process(deps, request, reply),
  );
  app.get<{ Params: { id: string } }>(
    `${deps.path}/v1/transaction-intents/:id`,
    async (request, reply) => {
      const row = await deps.store.byId(request.params.id);
      if (!row) return refuse(reply, 404, 'not_found');
      return reply.send(intentOf(row, [row.status, row.status_detail]));
    },
  );
}
