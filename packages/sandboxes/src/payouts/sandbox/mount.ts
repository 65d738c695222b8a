import type { KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { runRegularly } from '../../shared/run-regularly.ts';
import { payoutApiRoutes } from './api-routes.ts';
import { type NotifyDeps, notify } from './notify.ts';
import { createPayoutStore, type PayoutRow, type PayoutStoreDeps } from './payout-store.ts';

export interface PayoutSandboxDeps extends Omit<PayoutStoreDeps, 'delayMs'>, NotifyDeps {
  readonly accessToken: string;
  /** Key with which requests must be signed. */
  readonly publicKey: KeyObject;
  /** Time in ms after which a slow payout ends and a returned one comes back; 20 s by default. */
  readonly delayMs?: number;
  /** Interval in ms at which payouts change; 0 disables the timer. */
  readonly pollMs?: number;
}

export interface PayoutSandbox {
  /** Changes the payouts whose time has come, and notifies about them. */
  runDue(): Promise<void>;
  /** Resolves when no notification is being sent. */
  idle(): Promise<void>;
}

/** Path of the sandbox below the program's own URL; Mercado Pago's paths follow. */
export const payoutsSandboxPath = '/sandbox/payouts';

const MAX_BODY_BYTES = 16 * 1024;

/** Mounts the payout provider of demo mode, which speaks the protocol of Payouts of Mercado Pago (ADR 61). */
export function mountPayoutSandbox(app: FastifyInstance, deps: PayoutSandboxDeps): PayoutSandbox {
  const store = createPayoutStore({ ...deps, delayMs: deps.delayMs ?? 20_000 });
  const running = new Set<Promise<void>>();
  const send = (row: PayoutRow, action: 'created' | 'updated') => {
    const sending = notify(deps, row, action).finally(() => running.delete(sending));
    running.add(sending);
  };
  const runDue = async () => {
    for (const row of await store.changeDue()) send(row, 'updated');
  };
  const idle = async () => {
    await Promise.all(running);
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the bytes of the body, so that they are parsed later.
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
