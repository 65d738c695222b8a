import type { ApiError } from '@guilda/contract/client';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPaidOrder, buildService } from '../fixtures/data/builders.ts';
import { payoutProfile } from '../fixtures/data/payouts.ts';
import { pixKey } from '../fixtures/modules/money/wallet-fixture.ts';
import { holdTransaction } from '../fixtures/server/hold-transaction.ts';
import { errorOfCall, startTestApp, type TestApp } from '../fixtures/server/test-app.ts';

interface ApiDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Record<string, unknown> }>>>
  >;
  readonly components: { readonly schemas: { readonly Error: object } };
}

let app: TestApp;
let document: ApiDocument;
beforeAll(async () => {
  app = await startTestApp();
  document = (await (await app.fetch('/api/openapi.json')).json()) as ApiDocument;
});
afterAll(() => app.close());

/** The problems that the documented error schema finds in the body of a refusal. */
function findProblems({ body }: ApiError): unknown {
  const validate = new Ajv2020({ validateFormats: false }).compile(
    document.components.schemas.Error,
  );
  return validate(body) ? [] : validate.errors;
}

describe('the documented error schema allows', () => {
  it('the open orders of a person whose account is not deleted', async () => {
    const [seller, buyer] = [await app.signIn('Vera'), await app.signIn('Caio')];
    const service = await buildService(app.pool, seller.uid);
    await buildPaidOrder(app.pool, { service, buyer: buyer.uid, seller: seller.uid });
    const refusal = await errorOfCall(buyer.api.users.deleteMe());
    expect(refusal.body['orders']).toHaveLength(1);
    expect(findProblems(refusal)).toEqual([]);
  });

  it('the debt of a person whose account is not deleted', async () => {
    const person = await app.signIn('Nara');
    // Without its triggers the database accepts a balance that has no ledger entries.
    const change = await holdTransaction(
      app.pool,
      [`SET LOCAL session_replication_role = 'replica'`],
      [
        `INSERT INTO ledger_balances (owner_id, account, balance) VALUES ($1, 'debt', -18000)`,
        [person.uid],
      ],
    );
    await change.commit();
    const refusal = await errorOfCall(person.api.users.deleteMe());
    expect(refusal.body).toMatchObject({ code: 'wallet_in_debt', debt: '180.00', orders: [] });
    expect(findProblems(refusal)).toEqual([]);
  });

  it('the time from which a payout profile can be used', async () => {
    const { uid, api, confirm } = await app.signIn('Rita');
    const confirmation = await confirm('payout_profile');
    await api.wallet.putPayoutProfile({ body: payoutProfile, confirmation });
    await app.pool.query(
      `UPDATE payout_profiles SET usable_from = now() + interval '1 hour' WHERE uid = $1`,
      [uid],
    );
    const body = { amount: '10.00', pixKey };
    const refusal = await errorOfCall(api.wallet.requestWithdrawal({ body }));
    expect(refusal.body).toMatchObject({ code: 'payout_profile_resting' });
    expect(refusal.body['usableFrom']).toMatch(/Z$/);
    expect(findProblems(refusal)).toEqual([]);
  });
});

describe('the API document', () => {
  it('describes the refusals of bodies that cannot be read, for methods that have bodies', () => {
    const statusesOf = ([method, { responses }]: [string, { responses: object }]) => ({
      method,
      statuses: Object.keys(responses),
    });
    const operations = Object.values(document.paths).flatMap((path) =>
      Object.entries(path).map(statusesOf),
    );
    for (const { method, statuses } of operations.filter((operation) => operation.method !== 'get'))
      expect([method, statuses]).toEqual([method, expect.arrayContaining(['400', '413', '415'])]);
    const { responses } = document.paths['/api/users/me']?.['get'] ?? { responses: {} };
    expect(responses).not.toHaveProperty('415');
  });
});
