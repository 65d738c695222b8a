import type { z } from 'zod';
import { createOutboundHttp, type OutboundAnswer } from '../../platform/outbound-http.ts';
import { err, ok } from '../../platform/result.ts';
import { verifyBody } from '../../platform/signed-webhook.ts';
import {
  AGE_PROVIDER_TIMEOUT_MS,
  type AgeCheckProvider,
  type AgeFacts,
} from '../../ports/age-check.ts';
import type { Clock } from '../../ports/clock.ts';
import { WEBHOOK_MAX_AGE_MS } from '../../ports/webhook.ts';
import {
  apiPath,
  type CheckResource,
  checkResource,
  eventBody,
  signatureHeader,
} from './sandbox-api.ts';

export interface DemoAgeDeps {
  /** Where the sandbox listens, such as `http://127.0.0.1:3000`; asked for at each call. */
  readonly baseUrl: () => string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly clock: Clock;
  /** Told of every call the sandbox did not answer as it should. */
  readonly log: { warn(fields: object, message: string): void };
}

/** The check an answer tells of; null when it tells of none. */
function checkOf({ log }: DemoAgeDeps, answer: OutboundAnswer | null): CheckResource | null {
  const check = answer && answer.status < 300 ? checkResource.safeParse(answer.body) : null;
  if (check?.success) return check.data;
  log.warn({ status: answer?.status ?? null }, 'age provider call failed');
  return null;
}

function factsOf({ id, reference, status, method, verifiedUntil }: CheckResource): AgeFacts {
  const until = verifiedUntil === null ? null : new Date(verifiedUntil);
  return { checkId: id, reference, status, method, verifiedUntil: until };
}

/** The age provider of demo mode. It knows its sandbox only by address and key, as any adapter does. */
export function createDemoAge(deps: DemoAgeDeps): AgeCheckProvider {
  const http = createOutboundHttp({
    baseUrl: deps.baseUrl,
    headers: { authorization: `Bearer ${deps.apiKey}` },
    timeoutMs: AGE_PROVIDER_TIMEOUT_MS,
  });
  return {
    name: 'demo',

    async start({ reference, returnUrl }) {
      const body = { reference, returnUrl };
      const path = [...apiPath, 'checks'];
      const check = checkOf(deps, await http.send({ method: 'POST', path, body }));
      if (!check) return err('age_check_unavailable');
      return ok({ checkId: check.id, url: check.url, closesAt: new Date(check.closesAt) });
    },

    async parseWebhook({ headers, rawBody }) {
      const genuine = verifyBody(deps.webhookSecret, {
        header: headers[signatureHeader],
        rawBody,
        now: deps.clock.now(),
        maxAgeMs: WEBHOOK_MAX_AGE_MS,
      });
      if (!genuine) return err('webhook_unauthorized');
      const event = parseEvent(rawBody);
      if (!event) return err('malformed_request');
      return ok({ eventId: event.id, checkId: event.checkId });
    },

    async lookup(checkId) {
      const answer = await http.send({ method: 'GET', path: [...apiPath, 'checks', checkId] });
      // Only the provider's own word counts: a bare 404 is a wrong address, not a missing check.
      if (answer?.status === 404 && codeOf(answer.body) === 'not_found') return err('not_found');
      const check = checkOf(deps, answer);
      return check ? ok(factsOf(check)) : err('age_check_unavailable');
    },
  };
}

function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined;
}

function parseEvent(rawBody: Buffer): z.infer<typeof eventBody> | undefined {
  try {
    return eventBody.safeParse(JSON.parse(rawBody.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
