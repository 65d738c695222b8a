import {
  createOutboundHttp,
  type OutboundAnswer,
} from '@guilda/server/platform/network/outbound-http';
import { err, ok } from '@guilda/server/platform/result';
import {
  AGE_PROVIDER_TIMEOUT_MS,
  type AgeCheckProvider,
  type AgeCheckRecord,
} from '@guilda/server/ports/age-check';
import type { Clock } from '@guilda/server/ports/clock';
import { WEBHOOK_MAX_AGE_MS } from '@guilda/server/ports/webhook';
import type { z } from 'zod';
import { verifyWebhookBody } from '../shared/signed-webhook.ts';
import {
  ageApiPath,
  ageEventBody,
  ageSignatureHeader,
  type CheckResource,
  checkResource,
} from './sandbox-api.ts';

export interface DemoAgeDeps {
  /**
   * Base URL of the sandbox, such as `http://127.0.0.1:3000`; a function because it is known only once the program
   * listens.
   */
  readonly baseUrl: () => string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly clock: Clock;
  /** Logs failed calls to the sandbox. */
  readonly log: { warn(fields: object, message: string): void };
}

/** Parses the check in an answer; null for a failed call. */
function parseCheck({ log }: DemoAgeDeps, answer: OutboundAnswer | null): CheckResource | null {
  const check = answer && answer.status < 300 ? checkResource.safeParse(answer.body) : null;
  if (check?.success) return check.data;
  log.warn({ status: answer?.status ?? null }, 'age provider call failed');
  return null;
}

function toAgeCheckRecord({ id, verifiedUntil, ...check }: CheckResource): AgeCheckRecord {
  const { reference, minimumAge, status, method } = check;
  const expiresAt = verifiedUntil === null ? null : new Date(verifiedUntil);
  return { checkId: id, reference, minimumAge, status, method, verifiedUntil: expiresAt };
}

/** Creates the adapter of the age check sandbox. It uses only a URL and a key, like the adapter of a real provider. */
export function createDemoAge(deps: DemoAgeDeps): AgeCheckProvider {
  const http = createOutboundHttp({
    baseUrl: deps.baseUrl,
    headers: { authorization: `Bearer ${deps.apiKey}` },
    timeoutMs: AGE_PROVIDER_TIMEOUT_MS,
  });
  return {
    name: 'demo',

    async start({ reference, minimumAge, returnUrl }) {
      const body = { reference, minimumAge, returnUrl };
      const path = [...ageApiPath, 'checks'];
      const check = parseCheck(deps, await http.send({ method: 'POST', path, body }));
      if (!check) return err('age_check_unavailable');
      return ok({ checkId: check.id, url: check.url, closesAt: new Date(check.closesAt) });
    },

    async parseWebhook({ headers, rawBody }) {
      const isGenuine = verifyWebhookBody(deps.webhookSecret, {
        header: headers[ageSignatureHeader],
        rawBody,
        now: deps.clock.now(),
        maxAgeMs: WEBHOOK_MAX_AGE_MS,
      });
      if (!isGenuine) return err('webhook_unauthorized');
      const event = parseEvent(rawBody);
      if (!event) return err('malformed_request');
      return ok({ eventId: event.id, checkId: event.checkId });
    },

    async lookup(checkId) {
      const answer = await http.send({ method: 'GET', path: [...ageApiPath, 'checks', checkId] });
      // A 404 without the provider's error code means a wrong URL, not a missing check.
      if (answer?.status === 404 && readErrorCode(answer.body) === 'not_found')
        return err('not_found');
      const check = parseCheck(deps, answer);
      return check ? ok(toAgeCheckRecord(check)) : err('age_check_unavailable');
    },
  };
}

function readErrorCode(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined;
}

function parseEvent(rawBody: Buffer): z.infer<typeof ageEventBody> | undefined {
  try {
    return ageEventBody.safeParse(JSON.parse(rawBody.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
