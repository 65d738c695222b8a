import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@guilda/contract/limits';
import pg from 'pg';
import { ledgerCheck } from '../../src/ledger-check.ts';
import { refreshSession } from '../fixtures/clients/chat-client.ts';
import type { TestPerson } from '../fixtures/data/people.ts';
import { buildPng } from '../fixtures/data/pictures.ts';
import type { CollectedAnswers } from './answers.ts';

/** Pause between two attempts, in ms. */
const PAUSE_MS = 100;
/** Age in ms at which an access token is renewed; it is valid for longer. */
const RENEW_AFTER_MS = (limits.accessTokenMinutes * 60_000) / 2;

/** A person who buys repeatedly and retries until each order is placed and paid. */
export interface Shopper {
  /** Ids of confirmed orders by idempotency key. */
  readonly orders: ReadonlyMap<string, string>;
  /** Resolves when the current order is paid; no further order is placed. */
  stop(): Promise<void>;
}

/** Publishes a service; returns its id. */
export async function publishService(seller: TestPerson): Promise<string> {
  const form = new FormData();
  const fields = { title: 'Aula', description: 'Uma hora.', price: '10', type: 'call' };
  for (const [name, value] of Object.entries({ ...fields, category: 'osu' })) form.set(name, value);
  form.set('photoURL', new Blob([await buildPng()]), 'capa.png');
  return (await seller.api.catalog.createService({ body: form })).service.id;
}

interface PlacedOrder {
  readonly payment: { readonly id: string };
  readonly checkoutUrl: string;
}

export function openShopper(
  url: string,
  person: TestPerson,
  {
    serviceId,
    answers,
    pauseMs = 0,
  }: { serviceId: string; answers: CollectedAnswers; pauseMs?: number },
): Shopper {
  const orders = new Map<string, string>();
  let isRunning = true;
  let token = person.tokens.accessToken;
  let renewedAt = performance.now();
  /** Renews an old access token; after a failure the next order tries again. */
  async function renewOldToken(): Promise<void> {
    if (performance.now() - renewedAt < RENEW_AFTER_MS) return;
    const newToken = await refreshSession(url, person);
    if (newToken === null) return;
    token = newToken;
    renewedAt = performance.now();
  }
  const post = async (path: string, headers: Record<string, string>, body: unknown) =>
    answers.call(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  /** Repeats the request until it succeeds; the idempotency key makes repeating harmless. */
  async function retryUntilAccepted(path: string, headers: Record<string, string>, body: unknown) {
    for (;;) {
      const answer = await post(path, headers, body);
      if (answer?.ok) return answer;
      if (answer && answer.status < 500) throw new Error(`${path}: ${answer.status}`);
      await delay(PAUSE_MS);
    }
  }
  async function buy(): Promise<void> {
    const key = randomUUID();
    await renewOldToken();
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
    const answer = await retryUntilAccepted('/api/payments/checkout', headers, { serviceId });
    const { payment, checkoutUrl } = (await answer.json()) as PlacedOrder;
    orders.set(key, payment.id);
    await retryUntilAccepted(`${new URL(checkoutUrl).pathname}/approve`, {}, {});
  }
  const shoppingPromise = (async () => {
    while (isRunning) {
      await buy();
      await delay(pauseMs);
    }
  })();
  shoppingPromise.catch(() => undefined);
  return {
    orders,
    stop: async () => {
      isRunning = false;
      await shoppingPromise;
    },
  };
}

/** Result of comparing the stored orders with the answers that shoppers got. */
export interface OrderReport {
  readonly confirmed: number;
  /** Number of confirmed orders that are not stored under their key. */
  readonly lost: number;
  /** Number of additional orders with the same key. */
  readonly duplicated: number;
  /** Number of orders whose payment the provider approved, but that still await payment in the database. */
  readonly unpaid: number;
  /** Whether all ledger checks pass. */
  readonly isLedgerSound: boolean;
}

const SETTLE_MS = 60_000;

/** Waits until no confirmed order awaits payment in the database, at most `SETTLE_MS`, and then counts. */
export async function checkOrders(
  databaseUrl: string,
  shoppers: readonly Shopper[],
): Promise<OrderReport> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const confirmedOrders = shoppers.flatMap(({ orders }) => [...orders]);
  const deadline = performance.now() + SETTLE_MS;
  for (;;) {
    const { rows } = await client.query<{ id: string; key: string; status: string }>(
      'SELECT id, idempotency_key AS key, service_status AS status FROM payments',
    );
    const ordersByKey = Map.groupBy(rows, ({ key }) => key);
    const storedOrders = confirmedOrders.map(([key, id]) =>
      ordersByKey.get(key)?.find((row) => row.id === id),
    );
    const unpaid = storedOrders.filter((row) => row?.status === 'awaiting_payment').length;
    if (unpaid > 0 && performance.now() < deadline) {
      await delay(500);
      continue;
    }
    await client.end();
    const isLedgerSound =
      (await ledgerCheck({ env: { DATABASE_URL: databaseUrl }, printLine: () => {} })) === 0;
    return {
      confirmed: confirmedOrders.length,
      lost: storedOrders.filter((row) => !row).length,
      duplicated: [...ordersByKey.values()].reduce((sum, orders) => sum + orders.length - 1, 0),
      unpaid,
      isLedgerSound,
    };
  }
}

/** Numbers of an order report, named for the printed report. */
export const orderFigures = ({
  confirmed,
  lost,
  duplicated,
  unpaid,
  isLedgerSound,
}: OrderReport) => ({
  'orders confirmed': confirmed,
  'orders lost': lost,
  'orders duplicated': duplicated,
  'orders approved but unpaid': unpaid,
  ledger: isLedgerSound ? 'sound' : 'NOT SOUND',
});

export const areOrdersKept = ({ lost, duplicated, unpaid, isLedgerSound }: OrderReport): boolean =>
  lost + duplicated + unpaid === 0 && isLedgerSound;
