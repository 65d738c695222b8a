import { rateLimits } from '@guilda/contract/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '../../../../../test/fixtures/data/builders.ts';
import { holdTransaction } from '../../../../../test/fixtures/server/hold-transaction.ts';
import { startTestApp, type TestApp } from '../../../../../test/fixtures/server/test-app.ts';
import {
  exhaustLimit,
  expectRefused,
  freshAddress,
  fromAddress,
} from '../../../../../test/integration/rate-limited-requests.ts';
import { deriveSecrets } from '../../../../platform/secrets.ts';
import { createUnsubscribeLinks } from './unsubscribe-links.ts';

const TOKEN_SECRET = 'a secret of the tests that is long enough to be one';
/** Fraction of each limit that this test has. */
const RATE_LIMIT_FACTOR = 0.1;

let app: TestApp;
beforeAll(async () => {
  const env = { TOKEN_SECRET, TRUSTED_PROXIES: '127.0.0.1' };
  app = await startTestApp({ env: { ...env, RATE_LIMIT_FACTOR: String(RATE_LIMIT_FACTOR) } });
});
afterAll(() => app.close());

/** Returns a function that presses the unsubscribe link of a person from an address. */
function createUnsubscriber(uid: string) {
  const secret = deriveSecrets(TOKEN_SECRET).of('unsubscribing');
  const { pathname } = new URL(createUnsubscribeLinks({ publicUrl: app.url, secret }).urlFor(uid));
  return (address: string) => app.fetch(pathname, fromAddress(address, { method: 'POST' }));
}

it('unsubscribing counts towards the general limit of its address', async () => {
  const unsubscribe = createUnsubscriber(await buildUser(app.pool));
  const address = freshAddress();
  const points = rateLimits.general.points * RATE_LIMIT_FACTOR;
  const send = () => unsubscribe(address);
  const { statuses, next } = await exhaustLimit(send, () => ({ path: '' }), points);
  expect(statuses).toEqual(Array(points).fill(200));
  await expectRefused(next, 'general');
  expect((await unsubscribe(freshAddress())).status).toBe(200);
});

it('unsubscribing again does not wait for the account', async () => {
  const uid = await buildUser(app.pool);
  const unsubscribe = createUnsubscriber(uid);
  expect((await unsubscribe(freshAddress())).status).toBe(200);
  const lockAccount = ['SELECT FROM users WHERE uid = $1 FOR UPDATE', [uid]] as const;
  await using _ = await holdTransaction(app.pool, lockAccount);
  expect((await unsubscribe(freshAddress())).status).toBe(200);
});
