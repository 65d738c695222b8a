import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { signatureHeader, signWebhook } from '@guilda/sandboxes/payments';
import pg from 'pg';
import { ledgerCheck } from '../../src/ledger-check.ts';
import { deriveSecrets } from '../../src/platform/secrets.ts';
import { signInAs } from '../fixtures/data/people.ts';
import { nodeSettings } from '../fixtures/server/two-nodes.ts';
import { type CollectedAnswers, createAnswers } from './answers.ts';
import type { Fault } from './fault.ts';
import { type FaultServer, openFaultServer } from './fault-server.ts';
import { publishService } from './shopper.ts';

const DUPLICATE_COUNT = 100;

interface WebhookOrder {
  readonly id: string;
  readonly checkoutId: string;
  /** Path of the order's page at the sandbox. */
  readonly page: string;
}

/** A webhook event of the payment sandbox, signed with the key of the nodes. */
function signEvent(eventId: string, { checkoutId }: WebhookOrder): RequestInit {
  const secret = deriveSecrets(nodeSettings('', '', '').TOKEN_SECRET).of('demo payments webhooks');
  const body = Buffer.from(
    JSON.stringify({
      id: eventId,
      type: 'checkout.changed',
      createdAt: new Date().toISOString(),
      data: { checkoutId },
    }),
  );
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: signWebhook(secret, body, new Date()),
    },
    body,
  };
}

const newEventId = () => `evt_${randomUUID()}`;

/** All permutations of a list of numbers. */
const permutationsOf = (numbers: readonly number[]): number[][] =>
  numbers.length === 0
    ? [[]]
    : numbers.flatMap((n) =>
        permutationsOf(numbers.filter((other) => other !== n)).map((permutation) => [
          n,
          ...permutation,
        ]),
      );

/** Data and functions of one run of this fault. */
interface WebhookRun {
  readonly server: FaultServer;
  readonly answers: CollectedAnswers;
  readonly client: pg.Client;
  order(): Promise<WebhookOrder>;
  deliver(node: number, eventId: string, order: WebhookOrder): Promise<Response | null>;
  pay(order: WebhookOrder): Promise<unknown>;
}

async function openWebhookRun(server: FaultServer, client: pg.Client): Promise<WebhookRun> {
  const answers = createAnswers();
  const { url } = server.nodes[0];
  const serviceId = await publishService(await signInAs(url, 'v@pessoas.example', 'Vendedora'));
  const buyer = await signInAs(url, 'c@pessoas.example', 'Compradora');
  return {
    server,
    answers,
    client,
    order: async () => {
      const body = { serviceId };
      const checkoutCall = { body, idempotencyKey: randomUUID() };
      const { payment, checkoutUrl } = await buyer.api.orders.checkout(checkoutCall);
      const { rows } = await client.query<{ checkoutId: string }>(
        'SELECT provider_checkout_id AS "checkoutId" FROM payments WHERE id = $1',
        [payment.id],
      );
      const page = new URL(checkoutUrl ?? '').pathname;
      return { id: payment.id, checkoutId: rows[0]?.checkoutId ?? '', page };
    },
    deliver: (node, eventId, order) =>
      answers.call(
        `${server.nodes[node % 2 === 0 ? 0 : 1].url}/api/payments/webhooks/demo`,
        signEvent(eventId, order),
      ),
    pay: ({ page }) => answers.call(`${url}${page}/approve`, { method: 'POST' }),
  };
}

/** Delivers the same event a hundred times at once, to both nodes. */
async function duplicateWebhooks(
  deps: WebhookRun,
): Promise<{ order: WebhookOrder; refusedCount: number }> {
  const order = await deps.order();
  await deps.pay(order);
  const id = newEventId();
  const answers = await Promise.all(
    Array.from({ length: DUPLICATE_COUNT }, (_, n) => deps.deliver(n, id, order)),
  );
  return { order, refusedCount: answers.filter((answer) => answer?.status !== 200).length };
}

/**
 * For each permutation of four webhook events: creates an order and delivers the events to both nodes. The payer pays
 * between the second and the third delivery.
 */
async function reorderWebhooks(
  deps: WebhookRun,
): Promise<{ orders: WebhookOrder[]; refusedCount: number }> {
  const orders: WebhookOrder[] = [];
  let refusedCount = 0;
  for (const permutation of permutationsOf([0, 1, 2, 3])) {
    const order = await deps.order();
    orders.push(order);
    const ids = Array.from({ length: 4 }, newEventId);
    for (const [n, eventIndex] of permutation.entries()) {
      if (n === 2) await deps.pay(order);
      const answer = await deps.deliver(eventIndex, ids[eventIndex] ?? '', order);
      if (answer?.status !== 200) refusedCount += 1;
    }
  }
  return { orders, refusedCount };
}

interface OrderEffects {
  readonly id: string;
  readonly status: string;
  readonly steps: number;
  readonly movements: number;
}

const effectsQuery = `
  SELECT payments.id, service_status AS status,
    (SELECT count(*) FROM payment_steps WHERE payment_id = payments.id)::int AS steps,
    (SELECT count(*) FROM ledger_transactions WHERE payment_id = payments.id)::int AS movements
  FROM payments WHERE id = ANY($1)`;

/** Describes orders not paid exactly once: a paid order has two rows in `payment_steps` and one ledger transaction. */
async function findWrongOrders(
  client: pg.Client,
  orders: readonly WebhookOrder[],
): Promise<string[]> {
  // The sandbox may still be sending its own webhooks.
  await delay(2_000);
  const { rows } = await client.query<OrderEffects>(effectsQuery, [orders.map(({ id }) => id)]);
  return rows
    .filter(
      ({ status, steps, movements }) =>
        status !== 'awaiting_start' || steps !== 2 || movements !== 1,
    )
    .map(
      ({ status, steps, movements }) =>
        `an order is ${status} after ${steps} steps, ${movements} movements`,
    );
}

/** Webhooks of the payment provider arrive repeatedly, at once, at both nodes and in any order. */
export const webhooksFault: Fault = {
  name: 'webhooks',
  guarantee:
    'each payment is applied once, whatever the number and order of its notices; all answer 200',
  run: async () => {
    const server = await openFaultServer();
    const client = new pg.Client({ connectionString: server.databaseUrl });
    try {
      await client.connect();
      const webhookRun = await openWebhookRun(server, client);
      const duplicates = await duplicateWebhooks(webhookRun);
      const reordered = await reorderWebhooks(webhookRun);
      const examples = await findWrongOrders(client, [duplicates.order, ...reordered.orders]);
      const env = { DATABASE_URL: server.databaseUrl };
      const isLedgerSound = (await ledgerCheck({ env, printLine: () => {} })) === 0;
      const refusedCount = duplicates.refusedCount + reordered.refusedCount;
      return {
        isGuaranteeKept:
          examples.length + refusedCount + webhookRun.answers.violations.length === 0 &&
          isLedgerSound,
        figures: {
          'duplicates at once': DUPLICATE_COUNT,
          'orders of four notices': reordered.orders.length,
          'answers other than 200': refusedCount,
          'payments not applied once': examples.length,
          ledger: isLedgerSound ? 'sound' : 'NOT SOUND',
        },
        examples: [...examples, ...webhookRun.answers.violations].slice(0, 10),
      };
    } finally {
      await client.end();
      await server.close();
    }
  },
};
