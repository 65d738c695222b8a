import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VerifiedAge } from '@guilda/contract/accounts/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BadResponse,
  findUnusedUrl,
  startFailingServer,
} from '../../../test/fixtures/server/failing-server.ts';
import { createYotiFixture } from '../../../test/peers/yoti/fixture.ts';
import { peerApiKey, signNotification } from '../../../test/peers/yoti/peer.ts';
import { type AgeCheckHarness, describeAgeCheck } from '../../../test/ports/age-check-suite.ts';
import type { Result } from '../../platform/result.ts';
import { diagnoseYoti } from './index.ts';

/**
 * A body that is valid both as a new session and as an approved result, so that only the status shows that the call
 * failed.
 */
const plausibleBody = JSON.stringify({
  id: '5d3add31-3a3a-4d3b-a6b4-347edb35264c',
  reference_id: '0199a000-0000-7000-8000-000000000000',
  type: 'OVER',
  status: 'COMPLETE',
  method: 'DOC_SCAN',
  doc_scan: { threshold: 18 },
  updated_at: '2026-01-01T00:00:00Z',
  expires_at: '2100-01-01T00:00:00Z',
});

/** Failures that are specific to Yoti. */
const failedResponses: BadResponse[] = [
  [500, plausibleBody],
  [200, '{"id":"5d3add31-3a3a-4d3b-a6b4-347edb35264c"}'],
  [401, '{"error_code":"UNAUTHORIZED"}'],
];

/** A server that accepts requests and never answers. */
async function startSilentServer() {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: () => `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Converts a body of the shared test suite to a signed notification of Yoti; null for a body that is not JSON. */
function signedBody(rawBody: Buffer, now: Date): Buffer | null {
  try {
    const { id, checkId: session_key, ...rest } = JSON.parse(rawBody.toString());
    const timestamp = Math.floor(now.getTime() / 1000);
    return Buffer.from(signNotification({ id, session_key, timestamp, ...rest }));
  } catch {
    return null;
  }
}

async function createHarness(): Promise<AgeCheckHarness> {
  const fixture = await createYotiFixture();
  const { clock, peer, inbox } = fixture;
  const failingServer = await startFailingServer(peer.baseUrl, failedResponses);
  const unusedAddress = await findUnusedUrl();
  const providerWithApiKeyAt = (url: string) =>
    fixture.providerWith({
      urls: { age: () => url, auth: () => url },
      privateKey: null,
      apiKey: peerApiKey,
    });
  return {
    provider: fixture.provider,
    unreachable: providerWithApiKeyAt(unusedAddress.url),
    failing: providerWithApiKeyAt(failingServer.url),
    signatureHeader: null,
    unsignedField: 'sequence_number',
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    answer: ({ checkId }, outcome) =>
      peer.finish(checkId, outcome === 'approve' ? 'COMPLETE' : 'FAIL'),
    async lastWebhook() {
      const lastWebhook = inbox.webhooks.at(-1);
      if (!lastWebhook) throw new Error('no notification arrived');
      return lastWebhook;
    },
    signedWebhook(rawBody) {
      const body = signedBody(rawBody, clock.now());
      return body && { headers: {}, rawBody: body, query: {} };
    },
    async close() {
      await failingServer.close();
      await fixture.close();
    },
  };
}

describeAgeCheck('Yoti', createHarness);

function unwrapValue<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`refused: ${result.code}`);
  return result.value;
}

describe('Yoti sessions', () => {
  let fixture: Awaited<ReturnType<typeof createYotiFixture>>;
  let requestCount = 0;
  beforeAll(async () => {
    fixture = await createYotiFixture();
  });
  afterAll(() => fixture.close());

  const newRequest = () => {
    requestCount += 1;
    const reference = `0199c000-0000-7000-8000-${String(requestCount).padStart(12, '0')}`;
    const returnUrl = 'https://guilda.example/category/nudez';
    return { reference, minimumAge: 18 as VerifiedAge, returnUrl };
  };
  const startCheck = async (provider = fixture.provider) =>
    unwrapValue(await provider.start(newRequest()));
  const lookUpCheck = async (checkId: string) =>
    unwrapValue(await fixture.provider.lookup(checkId));

  it('send only a reference, the return address and the required age to the provider', async () => {
    const checkRequest = newRequest();
    const { checkId, url } = unwrapValue(await fixture.provider.start(checkRequest));
    expect(new URL(url).searchParams.get('sessionId')).toBe(checkId);
    const method = { allowed: true, retry_limit: 2, level: 'PASSIVE' };
    expect(fixture.peer.sessions.get(checkId)?.request).toEqual({
      type: 'OVER',
      ttl: 1800,
      reference_id: checkRequest.reference,
      age_estimation: { ...method, threshold: 25 },
      doc_scan: { ...method, threshold: 18, authenticity: 'AUTO' },
      digital_id: { ...method, threshold: 18, level: 'NONE' },
      callback: { auto: true, url: checkRequest.returnUrl },
      cancel_url: checkRequest.returnUrl,
      notification_url: fixture.inbox.url,
      retry_enabled: true,
      resume_enabled: true,
      synchronous_checks: true,
    });
  });

  it('offer only the configured methods', async () => {
    const { checkId } = await startCheck(fixture.providerWith({ methods: ['document'] }));
    expect(fixture.peer.sessions.get(checkId)?.request).toMatchObject({
      age_estimation: { allowed: false },
      doc_scan: { allowed: true },
      digital_id: { allowed: false },
    });
  });

  it('have a separate page for each return address', async () => {
    const checkRequest = newRequest();
    const firstCheck = unwrapValue(await fixture.provider.start(checkRequest));
    const otherRequest = { ...checkRequest, returnUrl: 'https://guilda.example/' };
    expect(unwrapValue(await fixture.provider.start(otherRequest)).checkId).not.toBe(
      firstCheck.checkId,
    );
    expect(unwrapValue(await fixture.provider.start(checkRequest))).toEqual(firstCheck);
  });

  it('are new once the page of the first one has closed', async () => {
    const checkRequest = newRequest();
    const firstCheck = unwrapValue(await fixture.provider.start(checkRequest));
    fixture.clock.advance(firstCheck.closesAt.getTime() - fixture.clock.now().getTime());
    const secondCheck = unwrapValue(await fixture.provider.start(checkRequest));
    expect(secondCheck.checkId).not.toBe(firstCheck.checkId);
    expect(secondCheck.closesAt.getTime()).toBeGreaterThan(firstCheck.closesAt.getTime());
  });

  it('are valid from the time of the decision, and name the method', async () => {
    const { checkId } = await startCheck(fixture.providerWith({ validDays: 30 }));
    await fixture.peer.finish(checkId, 'COMPLETE', 'DOC_SCAN');
    const decidedAt = fixture.clock.now().getTime();
    fixture.clock.advance(60_000);
    const record = unwrapValue(await fixture.providerWith({ validDays: 30 }).lookup(checkId));
    expect(record.method).toBe('doc_scan');
    expect(record.verifiedUntil?.getTime()).toBe(decidedAt + 30 * 86_400_000);
  });

  it.each([
    ['PENDING', 'open'],
    ['IN_PROGRESS', 'open'],
    ['FAIL', 'declined'],
    ['ERROR', 'declined'],
    ['CANCELLED', 'declined'],
    ['EXPIRED', 'expired'],
    ['A_STATE_OF_TOMORROW', 'open'],
  ])('with the state %s are read as %s', async (status, expected) => {
    const { checkId } = await startCheck();
    await fixture.peer.finish(checkId, status);
    expect(await lookUpCheck(checkId)).toMatchObject({ status: expected, verifiedUntil: null });
  });

  it('are approved when a second attempt succeeds after a failed one', async () => {
    const { checkId } = await startCheck();
    await fixture.peer.finish(checkId, 'FAIL');
    expect((await lookUpCheck(checkId)).status).toBe('declined');
    await fixture.peer.finish(checkId, 'COMPLETE', 'DOC_SCAN');
    expect((await lookUpCheck(checkId)).status).toBe('approved');
  });

  it('for a lower age require a lower estimate', async () => {
    const checkRequest = { ...newRequest(), minimumAge: 16 as VerifiedAge };
    const { checkId } = unwrapValue(await fixture.provider.start(checkRequest));
    expect(fixture.peer.sessions.get(checkId)?.request).toMatchObject({
      age_estimation: { threshold: 23 },
      doc_scan: { threshold: 16 },
      digital_id: { threshold: 16 },
    });
  });

  it('for another check do not prove the age', async () => {
    const { checkId } = await startCheck();
    await fixture.peer.finish(checkId, 'COMPLETE');
    const session = fixture.peer.sessions.get(checkId);
    Object.assign(session?.request ?? {}, { type: 'UNDER' });
    expect((await lookUpCheck(checkId)).minimumAge).toBe(0);
  });

  it('give the same event for a notification that is sent again', async () => {
    fixture.inbox.statuses.push(503, 503);
    const countBefore = fixture.inbox.webhooks.length;
    await fixture.peer.finish((await startCheck()).checkId, 'COMPLETE');
    const sentWebhooks = fixture.inbox.webhooks.slice(countBefore);
    expect(sentWebhooks).toHaveLength(3);
    const events = await Promise.all(
      sentWebhooks.map((webhook) => fixture.provider.parseWebhook(webhook)),
    );
    expect(new Set(events.map((event) => unwrapValue(event).eventId)).size).toBe(1);
  });

  it('refuse a notification of deeply nested JSON', async () => {
    const nestedJson = '['.repeat(120_000) + ']'.repeat(120_000);
    const rawBody = Buffer.from(`{"x":${nestedJson},"signature":"AAAA"}`);
    expect(await fixture.provider.parseWebhook({ headers: {}, rawBody, query: {} })).toMatchObject({
      code: 'webhook_unauthorized',
    });
  });

  it('share one access token until shortly before its end', async () => {
    const provider = fixture.providerWith({});
    const grantCountBefore = fixture.peer.granted();
    await Promise.all([startCheck(provider), startCheck(provider), startCheck(provider)]);
    expect(fixture.peer.granted()).toBe(grantCountBefore + 1);
    fixture.clock.advance(28 * 60_000);
    await startCheck(provider);
    expect(fixture.peer.granted()).toBe(grantCountBefore + 1);
    fixture.clock.advance(2 * 60_000);
    await startCheck(provider);
    expect(fixture.peer.granted()).toBe(grantCountBefore + 2);
  });

  it('are unavailable without a token, and no body is logged', async () => {
    const unusedAddress = await findUnusedUrl();
    const urls = { age: fixture.peer.baseUrl, auth: () => unusedAddress.url };
    const provider = fixture.providerWith({ urls });
    expect(await provider.start(newRequest())).toMatchObject({ code: 'age_check_unavailable' });
    expect(fixture.warnings.at(-1)).toEqual({ call: 'create session', status: null });
  });

  it.each(['age', 'auth'] as const)(
    'are unavailable while the %s service does not answer',
    {
      timeout: 8_000,
    },
    async (service) => {
      const silentServer = await startSilentServer();
      const urls = {
        age: fixture.peer.baseUrl,
        auth: fixture.peer.baseUrl,
        [service]: silentServer.url,
      };
      const provider = fixture.providerWith({ urls, timeoutMs: 100 });
      expect(await provider.start(newRequest())).toMatchObject({ code: 'age_check_unavailable' });
      await silentServer.close();
    },
  );

  it('can be created with an API key', async () => {
    const provider = fixture.providerWith({ privateKey: null, apiKey: peerApiKey });
    expect((await startCheck(provider)).url).toContain('sessionId=');
  });

  it('tell valid from invalid credentials for the doctor', async () => {
    expect(await diagnoseYoti(fixture.deps)).toMatchObject([{ ok: true }]);
    const wrongCredentials = { ...fixture.deps, privateKey: null, apiKey: 'wrong' };
    expect(await diagnoseYoti(wrongCredentials)).toMatchObject([{ ok: false }]);
  });
});
