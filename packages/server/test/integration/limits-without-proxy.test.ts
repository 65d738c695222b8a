import { rateLimits } from '@guilda/contract/limits';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../fixtures/server/test-app.ts';
import {
  exhaustLimit,
  expectRefused,
  freshAddress,
  jsonRequest,
  type SendRequest,
} from './rate-limited-requests.ts';

describe('without a trusted proxy', () => {
  test('the address is that of the connection, whatever headers claim', async () => {
    const limitedApp = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const createRequest = () => jsonRequest('/api/errors', { message: 'x', screen: '/' });
      const headerNames = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip'];
      const send: SendRequest = ({ path, init }) => {
        const headers = new Headers(init?.headers);
        for (const name of headerNames) headers.set(name, freshAddress());
        return limitedApp.fetch(path, { ...init, headers });
      };
      const { points } = rateLimits.clientErrors;
      const { statuses, next } = await exhaustLimit(send, createRequest, points);
      expect(statuses).toEqual(Array(points).fill(204));
      await expectRefused(next, 'clientErrors');
    } finally {
      await limitedApp.close();
    }
  });
});
