import { sendRefusal } from '@guilda/server/platform/http/refusal';
import { err } from '@guilda/server/platform/result';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptsHtml } from '../../shared/requests.ts';
import { paymentsSandboxPath } from '../sandbox-api.ts';
import type { CheckoutRow, CheckoutStore } from './checkout-store.ts';
import { checkoutPath } from './page/view.ts';
import { findCheckout, type PaymentPagesDeps } from './page-requests.ts';

const chargebackBody = z.object({
  /** Centavos that the bank takes back; the whole payment when absent. */
  amount: z.coerce.number().int().positive().optional(),
});

/** Routes by which people and scripts simulate the buyer's bank: they open a chargeback and decide it. */
export async function chargebackRoutes(
  app: FastifyInstance,
  deps: PaymentPagesDeps,
): Promise<void> {
  const { store } = deps;
  const path = `${paymentsSandboxPath}/checkout/:id/chargeback`;
  app.post(path, (request, reply) => {
    const { data } = chargebackBody.safeParse(request.body);
    if (!data) return sendRefusal(request, reply, err('invalid_input'));
    const { amount = null } = data;
    return takeChargebackStep(request, reply, deps, (id) => store.chargeBack(id, amount), 'open');
  });
  app.post(`${path}/won`, (request, reply) =>
    takeChargebackStep(request, reply, deps, (id) => store.decideChargeback(id, 'won'), 'won'),
  );
  app.post(`${path}/lost`, (request, reply) =>
    takeChargebackStep(request, reply, deps, (id) => store.decideChargeback(id, 'lost'), 'lost'),
  );
}

/**
 * Takes one step of a chargeback and waits until its webhook is sent. A repeated step gets the same answer as the
 * first; a step that the state of the payment does not allow is refused with `order_wrong_status`.
 */
async function takeChargebackStep(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PaymentPagesDeps,
  applyStep: (id: string) => ReturnType<CheckoutStore['chargeBack']>,
  expectedStatus: CheckoutRow['chargeback_status'],
) {
  const checkout = await findCheckout(request, deps.store);
  if (!checkout) return sendRefusal(request, reply, err('not_found'));
  await applyStep(checkout.id);
  await deps.sendWebhook(checkout.id);
  if (acceptsHtml(request)) return reply.redirect(checkoutPath(checkout.id), 303);
  const status = (await deps.store.byId(checkout.id))?.chargeback_status ?? null;
  if (status === expectedStatus) return reply.send({ status });
  return sendRefusal(request, reply, err('order_wrong_status', { extra: { status } }));
}
