import type { VerifiedAge } from '@guilda/contract/accounts/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '../../src/platform/result.ts';
import type { AgeCheckProvider, StartedAgeCheck } from '../../src/ports/age-check.ts';
import { WEBHOOK_MAX_AGE_MS, type WebhookRequest } from '../../src/ports/webhook.ts';

/** A provider of age checks with a simulated person, who passes or fails a check as the test says. */
export interface AgeCheckHarness {
  readonly provider: AgeCheckProvider;
  /** The same adapter with a provider that cannot be reached. */
  readonly unreachable: AgeCheckProvider;
  /** The same adapter with a provider that answers only errors. */
  readonly failing: AgeCheckProvider;
  /** Name of the header with the signature; null when the body contains it. */
  readonly signatureHeader: string | null;
  /** A body field that is not signed because the adapter does not use it; null when all fields are signed. */
  readonly unsignedField: string | null;
  /** The clock by which checks and notifications expire. */
  now(): Date;
  advance(ms: number): void;
  answer(check: StartedAgeCheck, outcome: 'approve' | 'decline'): Promise<void>;
  /** The newest authentic webhook as it arrived. */
  lastWebhook(): Promise<WebhookRequest>;
  /** Creates an authentic webhook with this body, signed now; null when such a body cannot be signed. */
  signedWebhook(rawBody: Buffer): WebhookRequest | null;
  close(): Promise<void>;
}

function unwrapValue<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`refused: ${result.code}`);
  return result.value;
}

/** Position of a field's value, which is one character long, in a body of compact JSON. */
function valueAt(rawBody: Buffer, fieldName: string): number {
  const name = `"${fieldName}":`;
  const start = rawBody.indexOf(name);
  if (start < 0) throw new Error(`no field ${fieldName}`);
  return start + name.length;
}

/** Tests that every {@link AgeCheckProvider} must pass. */
export function describeAgeCheck(
  name: string,
  createHarness: () => Promise<AgeCheckHarness>,
): void {
  describe(`age check: ${name}`, () => {
    let harness: AgeCheckHarness;
    let checkCount = 0;
    beforeAll(async () => {
      harness = await createHarness();
    });
    afterAll(() => harness?.close());

    const request = () => {
      checkCount += 1;
      const reference = `0199a000-0000-7000-8000-${String(checkCount).padStart(12, '0')}`;
      const returnUrl = 'http://guilda.example/category/nudez?a=1';
      return { reference, minimumAge: 18 as VerifiedAge, returnUrl };
    };
    const startCheck = async () => {
      const checkRequest = request();
      return { ...checkRequest, ...unwrapValue(await harness.provider.start(checkRequest)) };
    };
    const lookUp = async (checkId: string) => unwrapValue(await harness.provider.lookup(checkId));
    const parse = (webhook: WebhookRequest) => harness.provider.parseWebhook(webhook);

    it('opens a page, and the check is pending', async () => {
      const check = await startCheck();
      expect(new URL(check.url).protocol).toMatch(/^https?:$/);
      expect(check.closesAt.getTime()).toBeGreaterThan(harness.now().getTime());
      expect(await lookUp(check.checkId)).toEqual({
        checkId: check.checkId,
        reference: check.reference,
        minimumAge: 18,
        status: 'open',
        method: null,
        verifiedUntil: null,
      });
    });

    it('creates one check for a reference, however often and fast it is requested', async () => {
      const checkRequest = request();
      const checks = await Promise.all(
        Array.from({ length: 20 }, () => harness.provider.start(checkRequest)),
      );
      const [first, ...others] = checks.map(unwrapValue);
      for (const result of others) expect(result).toEqual(first);
      expect((await startCheck()).checkId).not.toBe(first?.checkId);
    });

    it('reports an approval with its method and expiry only', async () => {
      const check = await startCheck();
      await harness.answer(check, 'approve');
      const record = await lookUp(check.checkId);
      expect(record).toMatchObject({ status: 'approved', reference: check.reference });
      expect(record.method).toBeTruthy();
      expect(record.verifiedUntil?.getTime()).toBeGreaterThan(harness.now().getTime());
      expect(Object.keys(record)).toHaveLength(6);
    });

    it('reports the age that the check asked for', async () => {
      const checkRequest = { ...request(), minimumAge: 16 as VerifiedAge };
      const check = unwrapValue(await harness.provider.start(checkRequest));
      await harness.answer(check, 'approve');
      expect(await lookUp(check.checkId)).toMatchObject({ status: 'approved', minimumAge: 16 });
    });

    it('reports a refusal', async () => {
      const check = await startCheck();
      await harness.answer(check, 'decline');
      expect(await lookUp(check.checkId)).toMatchObject({
        status: 'declined',
        method: null,
        verifiedUntil: null,
      });
    });

    it('closes a page when the check has expired', async () => {
      const check = await startCheck();
      harness.advance(check.closesAt.getTime() - harness.now().getTime());
      expect(await lookUp(check.checkId)).toMatchObject({ status: 'expired' });
    });

    it('reports a check that it does not know', async () => {
      const { checkId } = await startCheck();
      const unknownId = `${checkId.slice(0, -6)}000000`;
      expect(await harness.provider.lookup(unknownId)).toMatchObject({ code: 'not_found' });
    });

    it('notifies of an answer, with one id for each event', async () => {
      const check = await startCheck();
      await harness.answer(check, 'approve');
      const sentWebhook = await harness.lastWebhook();
      const webhook = unwrapValue(await parse(sentWebhook));
      expect(webhook.checkId).toBe(check.checkId);
      expect(unwrapValue(await parse(sentWebhook))).toEqual(webhook);
      await harness.answer(await startCheck(), 'decline');
      expect(unwrapValue(await parse(await harness.lastWebhook())).eventId).not.toBe(
        webhook.eventId,
      );
    });

    it('refuses a notification with any byte changed', async () => {
      await harness.answer(await startCheck(), 'approve');
      const sentWebhook = await harness.lastWebhook();
      const expectRefused = async (forged: WebhookRequest) =>
        expect(await parse(forged)).toMatchObject({ code: 'webhook_unauthorized' });
      const { unsignedField, signatureHeader } = harness;
      const unsignedPosition =
        unsignedField === null ? -1 : valueAt(sentWebhook.rawBody, unsignedField);
      for (let position = 0; position < sentWebhook.rawBody.length; position += 1) {
        if (position === unsignedPosition) continue;
        const rawBody = Buffer.from(sentWebhook.rawBody);
        rawBody[position] = (rawBody[position] ?? 0) ^ 1;
        await expectRefused({ ...sentWebhook, rawBody });
      }
      if (signatureHeader === null) return;
      const signature = String(sentWebhook.headers[signatureHeader]);
      for (let position = 0; position < signature.length; position += 1) {
        for (const bit of [0x01, 0x20]) {
          const otherCharacter = String.fromCharCode(signature.charCodeAt(position) ^ bit);
          const forgedSignature =
            signature.slice(0, position) + otherCharacter + signature.slice(position + 1);
          await expectRefused({
            ...sentWebhook,
            headers: { ...sentWebhook.headers, [signatureHeader]: forgedSignature },
          });
        }
      }
      await expectRefused({
        ...sentWebhook,
        headers: { ...sentWebhook.headers, [signatureHeader]: undefined },
      });
      await expectRefused({
        ...sentWebhook,
        headers: { ...sentWebhook.headers, [signatureHeader]: ['', signature] },
      });
    });

    it('refuses a notification that is too old or from the future', async () => {
      await harness.answer(await startCheck(), 'approve');
      const sentWebhook = await harness.lastWebhook();
      harness.advance(WEBHOOK_MAX_AGE_MS);
      expect((await parse(sentWebhook)).ok).toBe(true);
      harness.advance(1000);
      expect(await parse(sentWebhook)).toMatchObject({ code: 'webhook_unauthorized' });
      harness.advance(-2 * WEBHOOK_MAX_AGE_MS - 3000);
      expect(await parse(sentWebhook)).toMatchObject({ code: 'webhook_unauthorized' });
      harness.advance(WEBHOOK_MAX_AGE_MS + 2000);
    });

    it.each([
      ['nothing', ''],
      ['no JSON', '{"id":'],
      ['a bare value', 'null'],
      ['another shape', '{"hello":"world"}'],
      ['ids that are paths', '{"id":"evt_1","checkId":"../../users"}'],
    ])('refuses a notification with %s inside as malformed', async (_what, body) => {
      const sentWebhook = harness.signedWebhook(Buffer.from(body));
      if (sentWebhook)
        expect(await parse(sentWebhook)).toMatchObject({ code: 'malformed_request' });
      const unsignedWebhook = { headers: {}, rawBody: Buffer.from(body), query: {} };
      expect(await parse(unsignedWebhook)).toMatchObject({ code: 'webhook_unauthorized' });
    });

    it.each(['unreachable', 'failing'] as const)('is unavailable while %s', async (state) => {
      const { checkId } = await startCheck();
      // The failing server changes its answer with each request, so a loop for each method gets all of its answers.
      for (let round = 0; round < 10; round += 1)
        expect(await harness[state].start(request())).toMatchObject({
          code: 'age_check_unavailable',
        });
      for (let round = 0; round < 10; round += 1)
        expect(await harness[state].lookup(checkId)).toMatchObject({
          code: 'age_check_unavailable',
        });
    });
  });
}
