import { createHash } from 'node:crypto';
import type { ConfirmationPurpose } from '@guilda/contract/accounts/confirmation';
import { type ApiClient, ApiError } from '@guilda/contract/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdTransaction } from '../../../../test/fixtures/server/hold-transaction.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signIn('Confirmada');
});
afterAll(() => app.close());

const REJECTED_CONFIRMATION = {
  status: 401,
  code: 'identity_rejected',
  message: 'Não foi possível verificar sua conta.',
};
const REQUIRED_CONFIRMATION = { status: 403, code: 'confirmation_required' };

/** An ID token of a sign-in this many seconds ago; without a number the token has no time of sign-in. */
async function idTokenOf(person: TestPerson, secondsAgo?: number): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const authTimeField = secondsAgo === undefined ? {} : { authTime: now - secondsAgo };
  const response = await app.fetch('/dev/id-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, name: person.user.displayName, ...authTimeField }),
  });
  return ((await response.json()) as { idToken: string }).idToken;
}

const confirmFor = (
  person: TestPerson,
  idToken: string,
  purpose: ConfirmationPurpose = 'payout_profile',
) => person.api.identity.confirm({ body: { idToken, purpose } });

const payoutProfile = { legalName: 'Ana Souza', cpf: '123.456.789-09', birthDate: '1990-05-17' };

/** Saves the payout profile, which needs a confirmation for `payout_profile`. */
const saveProfile = (api: ApiClient, confirmation?: string, legalName = payoutProfile.legalName) =>
  api.wallet.putPayoutProfile({
    body: { ...payoutProfile, legalName },
    ...(confirmation === undefined ? {} : { confirmation }),
  });

const errorCodeOf = (error: unknown) => (error instanceof ApiError ? error.code : String(error));

describe('an ID token', () => {
  it('gives a confirmation when the sign-in is at most five minutes old', async () => {
    for (const secondsAgo of [undefined, 0, 290])
      await confirmFor(ana, await idTokenOf(ana, secondsAgo));
    for (const secondsAgo of [301, 3_000, 1_000_000, -60])
      expect(await errorOfCall(confirmFor(ana, await idTokenOf(ana, secondsAgo)))).toMatchObject(
        REJECTED_CONFIRMATION,
      );
  });

  it('of an old sign-in still signs in', async () => {
    const idToken = await idTokenOf(ana, 3_000);
    await errorOfCall(confirmFor(ana, idToken));
    expect(await app.visitor.identity.signIn({ body: { idToken } })).toMatchObject({
      isNewUser: false,
    });
  });

  it('of another account confirms nothing, and stays good for its owner', async () => {
    const bia = await app.signIn('Bia');
    const idToken = await idTokenOf(bia);
    expect(await errorOfCall(confirmFor(ana, idToken))).toMatchObject(REJECTED_CONFIRMATION);
    await confirmFor(bia, idToken);
  });

  it('that cannot be verified confirms nothing', async () => {
    expect(await errorOfCall(confirmFor(ana, 'nonsense'))).toMatchObject(REJECTED_CONFIRMATION);
    const idToken = await idTokenOf(ana);
    const forgedToken = `${idToken.slice(0, -8)}AAAAAAAA`;
    expect(await errorOfCall(confirmFor(ana, forgedToken))).toMatchObject(REJECTED_CONFIRMATION);
  });

  it('serves once, for signing in or for one confirmation', async () => {
    const signInToken = await idTokenOf(ana);
    await app.visitor.identity.signIn({ body: { idToken: signInToken } });
    expect(await errorOfCall(confirmFor(ana, signInToken))).toMatchObject(REJECTED_CONFIRMATION);
    const confirmationToken = await idTokenOf(ana);
    await confirmFor(ana, confirmationToken);
    const signIn = app.visitor.identity.signIn({ body: { idToken: confirmationToken } });
    expect(await errorOfCall(signIn)).toMatchObject(REJECTED_CONFIRMATION);
    expect(await errorOfCall(confirmFor(ana, confirmationToken, 'withdrawal'))).toMatchObject(
      REJECTED_CONFIRMATION,
    );
  });

  it('has one use in a race of sign-ins and confirmations', async () => {
    const idToken = await idTokenOf(ana);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? confirmFor(ana, idToken) : app.visitor.identity.signIn({ body: { idToken } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('confirms nothing for a session that is signed out meanwhile', async () => {
    const leavingPerson = await app.signIn('Saindo');
    const idToken = await idTokenOf(leavingPerson);
    await using signingOut = await holdTransaction(app.pool, [
      'UPDATE sessions SET revoked_at = now() WHERE uid = $1',
      [leavingPerson.uid],
    ]);
    let isAnswered = false;
    const confirmError = errorOfCall(confirmFor(leavingPerson, idToken)).finally(() => {
      isAnswered = true;
    });
    confirmError.catch(() => undefined);
    // The request must wait until the session is unlocked. If it is answered without waiting, the check of its answer
    // below fails.
    await expect
      .poll(async () => isAnswered || (await signingOut.listWaiters()).length > 0)
      .toBe(true);
    await signingOut.commit();
    expect(await confirmError).toMatchObject(REJECTED_CONFIRMATION);
  });

  it('is asked for with a known purpose, by a signed-in person', async () => {
    const idToken = await idTokenOf(ana);
    const unknownPurposeRequest = { body: { idToken, purpose: 'everything' as never } };
    expect(await errorOfCall(ana.api.identity.confirm(unknownPurposeRequest))).toMatchObject({
      status: 400,
    });
    const visitorRequest = app.visitor.identity.confirm({
      body: { idToken, purpose: 'withdrawal' },
    });
    expect(await errorOfCall(visitorRequest)).toMatchObject({ status: 401, code: 'token_missing' });
  });
});

describe('a confirmation', () => {
  it('is stored as a hash only', async () => {
    const { confirmation } = await confirmFor(ana, await idTokenOf(ana));
    expect(confirmation).toMatch(/^[\w-]{43}$/);
    const { rows } = await app.pool.query('SELECT * FROM confirmations WHERE token_hash = $1', [
      createHash('sha256').update(confirmation).digest(),
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(confirmation);
  });

  it('is good once', async () => {
    const confirmation = await ana.confirm('payout_profile');
    await saveProfile(ana.api, confirmation);
    expect(await errorOfCall(saveProfile(ana.api, confirmation))).toMatchObject(
      REQUIRED_CONFIRMATION,
    );
  });

  it('is good for one of twenty concurrent requests', async () => {
    const confirmation = await ana.confirm('payout_profile');
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        saveProfile(ana.api, confirmation, `Ana Souza ${'abcdefghijklmnopqrst'[n]}`),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rejectionReasons = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason] : [],
    );
    expect(new Set(rejectionReasons.map(errorCodeOf))).toEqual(new Set(['confirmation_required']));
  });

  it('is not good for another purpose, and stays good for its own', async () => {
    const confirmation = await ana.confirm('withdrawal');
    expect(await errorOfCall(saveProfile(ana.api, confirmation))).toMatchObject(
      REQUIRED_CONFIRMATION,
    );
    const otherConfirmation = await ana.confirm('payout_profile');
    await saveProfile(ana.api, otherConfirmation);
  });

  it('is not good for another session of the same person, nor for another person', async () => {
    const [elsewhere, bia] = [await app.signIn('Confirmada'), await app.signIn('Bia')];
    expect(elsewhere.uid).toBe(ana.uid);
    const confirmation = await ana.confirm('payout_profile');
    for (const api of [elsewhere.api, bia.api])
      expect(await errorOfCall(saveProfile(api, confirmation))).toMatchObject(
        REQUIRED_CONFIRMATION,
      );
    await saveProfile(ana.api, confirmation);
  });

  it('ends after five minutes', async () => {
    const confirmation = await ana.confirm('payout_profile');
    const hash = createHash('sha256').update(confirmation).digest();
    const { rows } = await app.pool.query(
      `SELECT extract(epoch FROM expires_at - now()) AS seconds FROM confirmations
       WHERE token_hash = $1`,
      [hash],
    );
    expect(Number(rows[0]?.seconds)).toBeGreaterThan(200);
    expect(Number(rows[0]?.seconds)).toBeLessThanOrEqual(300);
    await app.pool.query(
      `UPDATE confirmations SET expires_at = expires_at - interval '5 minutes'
       WHERE token_hash = $1`,
      [hash],
    );
    expect(await errorOfCall(saveProfile(ana.api, confirmation))).toMatchObject(
      REQUIRED_CONFIRMATION,
    );
  });

  it('is needed: a missing, empty or made-up one is refused', async () => {
    for (const confirmation of [undefined, '', 'x', 'x'.repeat(4_000)])
      expect(await errorOfCall(saveProfile(ana.api, confirmation))).toMatchObject({
        ...REQUIRED_CONFIRMATION,
        message: 'Confirme que é você: entre de novo com a sua conta.',
      });
  });
});
