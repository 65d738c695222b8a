import { endpoints } from '@guilda/contract';
import { rateLimits } from '@guilda/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiRig, apiRig } from '../../../test/api-rig.ts';
import { refusal, startTestApp } from '../../../test/harness.ts';
import { addUserRow } from '../../../test/rows.ts';
import { registerEndpoints } from '../../platform/http/endpoints.ts';
import { ageHandlers, mountAgeWebhooks } from './index.ts';

describe('without an age provider', () => {
  let rig: ApiRig;
  beforeAll(async () => {
    rig = await apiRig(({ app, door, ...parts }) => {
      const deps = { ...parts, ageCheckProvider: null, publicUrl: 'https://guilda.example' };
      registerEndpoints(app, endpoints.age, ageHandlers(deps), door);
      mountAgeWebhooks(app, deps);
    });
  });
  afterAll(() => rig.close());

  it('everything for adults stays closed', async () => {
    const { age } = rig.as(await addUserRow(rig.database.pool));
    expect(await age.getAgeVerification({})).toMatchObject({ state: 'none', available: false });
    expect(await refusal(age.startAgeVerification({ body: {} }))).toMatchObject({
      status: 503,
      code: 'age_check_unavailable',
    });
    const webhook = await rig.app.inject({ method: 'POST', url: '/api/age/webhooks/demo' });
    expect(webhook.statusCode).toBe(404);
  });

  it('a check that stands goes on', async () => {
    const uid = await addUserRow(rig.database.pool, { age_verified_until: '2100-01-01' });
    const { age } = rig.as(uid);
    expect(await age.getAgeVerification({})).toMatchObject({ state: 'approved' });
    expect(await refusal(age.startAgeVerification({ body: {} }))).toMatchObject({ status: 409 });
  });
});

describe('a day', () => {
  it('has room for so many starts, and refusals cost none', async () => {
    const app = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const { api } = await app.person('apressada');
      const start = () => api.age.startAgeVerification({ body: {} });
      const { points } = rateLimits.ageChecks;
      for (let n = 0; n < 3; n += 1) {
        const refused = await refusal(api.age.startAgeVerification({ body: { returnTo: 'x' } }));
        expect(refused.status).toBe(400);
      }
      for (let n = 0; n < points; n += 1) await start();
      expect(await refusal(start())).toMatchObject({ status: 429, code: 'rate_limited' });
    } finally {
      await app.close();
    }
  });
});
