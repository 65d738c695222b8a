import { endpoints } from '@guilda/contract';
import { rateLimits } from '@guilda/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../../../test/fixtures/data/builders.ts';
import { fakePerformAction } from '../../../test/fixtures/fakes/fake-perform-action.ts';
import { type ApiFixture, createApiFixture } from '../../../test/fixtures/modules/api-fixture.ts';
import { errorOfCall, startTestApp } from '../../../test/fixtures/server/test-app.ts';
import { registerEndpoints } from '../../platform/http/endpoints.ts';
import { mountWebhooks } from '../../platform/http/webhooks.ts';
import { err, ok } from '../../platform/result.ts';
import type { AgeCheckProvider, AgeCheckRecord } from '../../ports/age-check.ts';
import { handleAgeWebhook } from './handle-webhook.ts';
import { ageHandlers } from './routes.ts';

describe('without an age provider', () => {
  let fixture: ApiFixture;
  beforeAll(async () => {
    fixture = await createApiFixture(({ app, endpointDeps, ...parts }) => {
      const sharedDeps = { ageCheckProvider: null, publicUrl: 'https://guilda.example' };
      const { performAction } = fakePerformAction();
      const deps = { ...parts, ...sharedDeps, ageToProve: 18, performAction } as const;
      registerEndpoints(app, endpoints.age, ageHandlers(deps), endpointDeps);
      mountWebhooks(app, 'age', handleAgeWebhook(deps));
    });
  });
  afterAll(() => fixture.close());

  it('adult content is refused', async () => {
    const { age } = fixture.as(await buildUser(fixture.database.pool));
    expect(await age.getAgeVerification({})).toMatchObject({ state: 'none', available: false });
    expect(await errorOfCall(age.startAgeVerification({ body: {} }))).toMatchObject({
      status: 503,
      code: 'age_check_unavailable',
    });
    const answer = await fixture.app.inject({ method: 'POST', url: '/api/age/webhooks/demo' });
    expect(answer.statusCode).toBe(404);
  });

  it('a valid check stays valid', async () => {
    const uid = await buildUser(fixture.database.pool, { age_verified_until: '2100-01-01' });
    const { age } = fixture.as(uid);
    expect(await age.getAgeVerification({})).toMatchObject({ state: 'approved' });
    expect(await errorOfCall(age.startAgeVerification({ body: {} }))).toMatchObject({
      status: 409,
    });
  });
});

describe('reading an open check', () => {
  let lookupCount = 0;
  let status: AgeCheckRecord['status'] = 'open';
  let reference = '';
  const ageCheckProvider: AgeCheckProvider = {
    name: 'counted',
    start: async (request) => {
      reference = request.reference;
      const url = 'https://provider.example/check';
      return ok({ checkId: 'check', url, closesAt: new Date('2100-01-01') });
    },
    parseWebhook: async () => err('webhook_unauthorized'),
    lookup: async (checkId) => {
      lookupCount += 1;
      const record = { checkId, reference, minimumAge: 18, status, method: null };
      return ok({ ...record, verifiedUntil: null });
    },
  };

  it('looks it up at the provider once in five seconds, however often it is read', async () => {
    const fixture = await createApiFixture(({ app, endpointDeps, ...parts }) => {
      const { performAction } = fakePerformAction();
      const sharedDeps = { ageCheckProvider, performAction, publicUrl: 'https://guilda.example' };
      const deps = { ...parts, ...sharedDeps, ageToProve: 18 } as const;
      registerEndpoints(app, endpoints.age, ageHandlers(deps), endpointDeps);
    });
    const { age } = fixture.as(await buildUser(fixture.database.pool));
    const readState = async () => (await age.getAgeVerification({})).state;
    try {
      await age.startAgeVerification({ body: {} });
      const startedAt = performance.now();
      for (let n = 0; n < 50; n += 1) expect(await readState()).toBe('open');
      const passedSeconds = (performance.now() - startedAt) / 1_000;
      expect(lookupCount).toBeLessThanOrEqual(1 + passedSeconds / 5);
      status = 'declined';
      await expect.poll(readState, { interval: 500 }).toBe('declined');
    } finally {
      await fixture.close();
    }
  });
});

describe('the daily limit', () => {
  it('counts starts and does not count refusals', async () => {
    const app = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const { api } = await app.signIn('apressada');
      const startVerification = () => api.age.startAgeVerification({ body: {} });
      const { points } = rateLimits.ageChecks;
      for (let n = 0; n < 3; n += 1) {
        const refusal = await errorOfCall(
          api.age.startAgeVerification({ body: { returnTo: 'x' } }),
        );
        expect(refusal.status).toBe(400);
      }
      for (let n = 0; n < points; n += 1) await startVerification();
      expect(await errorOfCall(startVerification())).toMatchObject({
        status: 429,
        code: 'rate_limited',
      });
    } finally {
      await app.close();
    }
  });
});
