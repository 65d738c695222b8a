import { rateLimits } from '@guilda/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOfCall, startTestApp, type TestApp } from '../../../test/fixtures/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => app.close());

// All sign-ins of this file together must stay within the limit `signIn` of one address.
describe('the limit of new accounts of an identity', () => {
  it('is not used up by simultaneous first sign-ins', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => app.signIn('Apressada')));
    expect(new Set(people.map(({ uid }) => uid)).size).toBe(1);
  });

  it('counts accounts that were created, not sign-ins that failed', async () => {
    const { points } = rateLimits.newAccounts;
    await app.pool.query('ALTER TABLE sessions ADD CONSTRAINT nothing CHECK (false) NOT VALID');
    for (let n = 0; n < points; n += 1)
      expect((await errorOfCall(app.signIn('Volta'))).status).toBeGreaterThanOrEqual(500);
    await app.pool.query('ALTER TABLE sessions DROP CONSTRAINT nothing');
    for (let n = 0; n < points; n += 1) await (await app.signIn('Volta')).api.users.deleteMe();
    expect(await errorOfCall(app.signIn('Volta'))).toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
  });
});
