import { setTimeout as delay } from 'node:timers/promises';
import { sendRefusal } from '@guilda/server/platform/http/refusal';
import { err } from '@guilda/server/platform/result';
import type { Clock } from '@guilda/server/ports/clock';
import type { Ids } from '@guilda/server/ports/ids';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import { runRegularly } from '../../shared/run-regularly.ts';
import { paymentsApiRoutes } from './api-routes.ts';
import { assetRoutes } from './asset-routes.ts';
import { createCheckoutStore } from './checkout-store.ts';
import { createEventDelivery } from './event-delivery.ts';
import { createFailureSwitch, type FailureSwitch } from './failure-switch.ts';
import { checkoutPath } from './page/view.ts';
import { paymentPageRoutes } from './page-routes.ts';

export interface PaymentSandboxDeps {
  /** A database with migration 0002; the sandbox only uses its schema `sandbox`. */
  readonly pool: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** Public URL of the program, such as `https://guilda.example`. */
  readonly publicUrl: () => string;
  /** Full URL to which webhooks are sent, such as `http://127.0.0.1:3000/api/payments/webhooks/demo`. */
  readonly webhookUrl: () => string;
  /** Interval in ms at which due webhooks are sent and expired checkouts closed; 0 disables the timer. */
  readonly pollMs?: number;
  /** Maximum time in ms for which the answer to a pressed button waits for the first attempt to send the webhook. */
  readonly firstAttemptMs?: number;
}

export interface PaymentSandbox {
  /** Closes expired checkouts and sends due webhooks; returns the number of sent webhooks. */
  runDue(): Promise<number>;
  /** Resolves when no webhook is being sent. */
  idle(): Promise<void>;
}

/**
 * Maximum size of a request body in bytes; a form of the checkout page or a call of the API has a few hundred bytes.
 */
const MAX_BODY_BYTES = 16 * 1024;

/**
 * Mounts the payment provider of demo mode: REST API, hosted checkout and signed webhooks under `/sandbox/payments`,
 * and `POST /dev/payments-failure {status, times}` for tests. Timers start when the application is ready and stop when
 * it closes.
 */
export function mountPaymentSandbox(
  app: FastifyInstance,
  deps: PaymentSandboxDeps,
): PaymentSandbox {
  const store = createCheckoutStore(deps);
  const delivery = createEventDelivery(deps);
  const failures = createFailureSwitch();
  const firstAttemptMs = deps.firstAttemptMs ?? 3_000;
  const runDue = async () => {
    const closedIds = await store.closeLapsed();
    await Promise.all(closedIds.map((id) => delivery.notify(id)));
    return closedIds.length + (await delivery.deliverDue());
  };

  app.register(async (scope) => {
    addBodyParsers(scope);
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('x-content-type-options', 'nosniff');
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    await scope.register(assetRoutes);
    await scope.register(paymentsApiRoutes, {
      ...deps,
      store,
      failures,
      checkoutUrl: (id) => new URL(checkoutPath(id), deps.publicUrl()).href,
      notify: (id) => delivery.notify(id),
    });
    await scope.register(paymentPageRoutes, {
      ...deps,
      store,
      shopUrl: deps.publicUrl,
      sendWebhook: (id) =>
        Promise.race([delivery.notify(id), delay(firstAttemptMs, undefined, { ref: false })]),
    });
    addFailureRoute(scope, failures);
    runRegularly(scope, {
      everyMs: deps.pollMs ?? 1_000,
      run: runDue,
      idle: () => delivery.idle(),
      failureText: 'payment sandbox could not send notifications',
    });
  });
  return { runDue, idle: () => delivery.idle() };
}

/** Parses JSON and form bodies to an object; other bodies to an empty object. */
function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const options: { parseAs: 'string'; bodyLimit: number } = {
    parseAs: 'string',
    bodyLimit: MAX_BODY_BYTES,
  };
  app.addContentTypeParser<string>('application/json', options, (_request, body, done) => {
    try {
      const parsedBody: unknown = body === '' ? {} : JSON.parse(body);
      done(null, typeof parsedBody === 'object' && parsedBody !== null ? parsedBody : {});
    } catch {
      done(Object.assign(new Error('not JSON'), { statusCode: 400 }));
    }
  });
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    options,
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  );
  app.addContentTypeParser<string>('*', options, (_request, _body, done) => done(null, {}));
  app.addHook('preValidation', async (request) => {
    request.body ??= {};
  });
}

const failureInput = z.object({
  status: z.int().min(400).max(599),
  times: z.int().min(0).max(1_000),
});

function addFailureRoute(app: FastifyInstance, failures: FailureSwitch): void {
  app.post('/dev/payments-failure', async (request, reply) => {
    const input = failureInput.safeParse(request.body);
    if (!input.success) return sendRefusal(request, reply, err('invalid_input'));
    failures.set(input.data.status, input.data.times);
    return reply.send(input.data);
  });
}
