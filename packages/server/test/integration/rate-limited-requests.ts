import { randomUUID } from 'node:crypto';
import { type RateLimitName, rateLimits } from '@guilda/contract/limits';
import { expect } from 'vitest';
import { sealEvidence } from '../../src/modules/evidence/index.ts';
import type { Database } from '../../src/platform/database/pool.ts';
import type { Queryable } from '../../src/platform/database/prepared.ts';
import { systemIds } from '../../src/ports/ids.ts';
import { buildPaidOrder, buildService } from '../fixtures/data/builders.ts';
import type { TestPerson } from '../fixtures/server/test-app.ts';

let addressCount = 0;
/** Returns an address that has not sent any requests. */
export const freshAddress = () =>
  `10.1.${Math.floor(addressCount / 250)}.${(addressCount++ % 250) + 1}`;

/** A function that returns the n-th address of an IPv6 network (/64) that has not sent any requests. */
export function freshNetwork(): (n: number) => string {
  const network = `2001:db8:0:${(addressCount++).toString(16)}`;
  return (n) => `${network}:${n.toString(16)}::1`;
}

/** A request with a JSON body. */
export const jsonRequest = (path: string, body: unknown, method = 'POST') => ({
  path,
  init: {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  } as RequestInit,
});
/** A request with a JSON body and a new idempotency key. */
export function idempotentRequest(path: string, body: unknown) {
  const { init } = jsonRequest(path, body);
  const headers = { ...init.headers, 'idempotency-key': randomUUID() };
  return { path, init: { ...init, headers } };
}

/** A request with a form. */
export const formRequest = (path: string, fields: Readonly<Record<string, string | Blob>>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return { path, init: { method: 'POST', body } as RequestInit };
};

export type LimitedRequest = { path: string; init?: RequestInit };
/** Creates the n-th request. */
export type NthRequest = (n: number) => LimitedRequest;

/** A limit with requests that count towards it. */
export interface LimitRow {
  readonly limit: RateLimitName;
  /** Status of each request below the limit. */
  readonly status: number;
  /** Prepares the data that the request needs. */
  prepare(person: TestPerson): Promise<NthRequest>;
}

/** Creates a request as a proxy forwards it from this address. */
export function fromAddress(address: string, init: RequestInit = {}): RequestInit {
  const headers = new Headers(init.headers);
  headers.set('x-forwarded-for', address);
  return { ...init, headers };
}

export type SendRequest = (request: LimitedRequest) => Promise<Response>;

/** Sends as many requests as the limit allows, some of them at once, and one more. */
export async function exhaustLimit(
  sendRequest: SendRequest,
  nthRequest: NthRequest,
  pointCount: number,
) {
  const statuses: number[] = [];
  for (let n = 0; n < pointCount; n += 20) {
    const batch = Array.from({ length: Math.min(20, pointCount - n) }, (_, index) =>
      nthRequest(n + index),
    );
    const answers = await Promise.all(batch.map(sendRequest));
    for (const answer of answers) {
      statuses.push(answer.status);
      await answer.arrayBuffer();
    }
  }
  return { statuses, next: await sendRequest(nthRequest(pointCount)) };
}

/** The expected answer to a request above the limit. */
export const refusedAnswer = {
  error: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
  code: 'rate_limited',
};

/** Expects the refusal of a request above the limit: status, text and seconds to wait. */
export async function expectRefused(answer: Response, limit: RateLimitName): Promise<void> {
  expect(answer.status).toBe(429);
  expect(await answer.json()).toMatchObject(refusedAnswer);
  const retryAfter = answer.headers.get('retry-after') ?? '';
  expect(retryAfter).toMatch(/^[1-9]\d*$/);
  expect(Number(retryAfter)).toBeLessThanOrEqual(rateLimits[limit].seconds);
}

/** Makes thirty decisions about a person; the n-th request appeals against the n-th of them. */
export async function createAppealableDecision(
  pool: Queryable,
  { uid }: Pick<TestPerson, 'uid'>,
): Promise<NthRequest> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO decisions (id, person_id, action, subject_kind, subject_id, reason)
     SELECT gen_random_uuid(), $1, 'warn', 'user', $1, 'Spam'
     FROM generate_series(1, 30) RETURNING id`,
    [uid],
  );
  return (n) => jsonRequest(`/api/decisions/${rows[n]?.id}/appeal`, { message: 'Foi engano.' });
}

/** Buys a service of the seller; each request asks for support with the order. */
export async function createSupportableOrder(
  pool: Queryable,
  buyer: string,
  seller: string,
): Promise<NthRequest> {
  const purchaseCode = `GLD-${buyer.slice(-6).toUpperCase()}`;
  const service = await buildService(pool, seller);
  await buildPaidOrder(pool, { service, buyer, seller }, { purchase_code: purchaseCode });
  const emailData = { purchaseCode, userMessage: 'Ninguém responde.' };
  return () => jsonRequest('/email/send', { emailType: 'support', emailData });
}

/** Seals evidence of an order of these two people; each request opens it. */
export async function createSealedEvidence(
  { pool, transaction }: Pick<Database, 'pool' | 'transaction'>,
  buyer: string,
  seller: string,
): Promise<NthRequest> {
  const service = await buildService(pool, seller);
  const orderId = await buildPaidOrder(pool, { service, buyer, seller });
  const request = { orderId, cause: 'dispute', causeId: randomUUID() } as const;
  await transaction((tx) => sealEvidence(tx, { ids: systemIds }, request));
  return () => ({ path: `/api/payments/${orderId}/evidence` });
}
