import type { KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { runRegularly } from '../../shared/run-regularly.ts';
import { payoutApiRoutes } from './api-routes.ts';
import { createPayoutStore, type PayoutRow, type PayoutStoreDeps } from './payout-store.ts';
import { type PayoutNotificationDeps, sendPayoutNotification } from './send-notification.ts';

export interface PayoutSandboxDeps
  extends Omit<PayoutStoreDeps, 'delayMs'>,
    PayoutNotificationDeps {
  readonly accessToken: string;
  /** Public key that verifies the signatures of requests. */
  readonly publicKey: KeyObject;
  /** Time in ms after which a slow payout is paid and a returned payout comes back; 20 s by default. */
  readonly delayMs?: number;
  /** Interval in ms at which due payouts change their state; 0 disables the timer. */
  readonly pollMs?: number;
}

export interface PayoutSandbox {
  /** Changes the state of due payouts and sends notifications about them. */
  runDue(): Promise<void>;
  /** Resolves when no notification is being sent. */
  idle(): Promise<void>;
}

/** Path of the sandbox below the program's own URL; it is followed by the paths of Mercado Pago's API. */
export const payoutsSandboxPath = '/sandbox/payouts';

const MAX_BODY_BYTES = 16 * 1024;

/** Mounts the payout provider of demo mode, which uses the protocol of Mercado Pago's Payouts (ADR 61). */
export function mountPayoutSandbox(app: FastifyInstance, deps: PayoutSandboxDeps): PayoutSandbox {
  const store = createPayoutStore({ ...deps, delayMs: deps.delayMs ?? 20_000 });
  const runningNotifications = new Set<Promise<void>>();
  const send = (row: PayoutRow, action: 'created' | 'updated') => {
    const notificationPromise = sendPayoutNotification(deps, row, action).finally(() =>
      runningNotifications.delete(notificationPromise),
    );
    runningNotifications.add(notificationPromise);
  };
  const runDue = async () => {
    for (const row of await store.changeDue()) send(row, 'updated');
  };
  const idle = async () => {
    await Promise.all(runningNotifications);
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body stays unparsed at first, because the signature covers its bytes.
    scope.addContentTypeParser<string>(
      '*',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    await scope.register(payoutApiRoutes, {
      ...deps,
      store,
      notify: send,
      path: payoutsSandboxPath,
    });
    runRegularly(scope, {
      everyMs: deps.pollMs ?? 1_000,
      run: runDue,
      idle,
      failureText: 'payout sandbox failed',
    });
  });
  return { runDue, idle };
}
