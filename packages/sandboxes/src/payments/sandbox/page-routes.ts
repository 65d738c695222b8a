import { sendRefusal } from '@guilda/server/platform/http/refusal';
import { err } from '@guilda/server/platform/result';
import type { PaymentMethod } from '@guilda/server/ports/payment-provider';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsHtml } from '../../shared/requests.ts';
import { paymentsSandboxPath } from '../sandbox-api.ts';
import { chargebackRoutes } from './chargeback-routes.ts';
import { type CheckoutRow, currentCheckoutStatus } from './checkout-store.ts';
import { renderCheckoutPage, renderUnknownCheckoutPage } from './page/checkout-page.ts';
import { type CheckoutView, checkoutPath } from './page/view.ts';
import { type FormBody, findCheckout, type PaymentPagesDeps } from './page-requests.ts';
import { type CardInput, checkTestCard } from './test-card.ts';

/** Routes of the hosted checkout page for people; scripts may send the requests of the page's buttons, too. */
export async function paymentPageRoutes(
  app: FastifyInstance,
  deps: PaymentPagesDeps,
): Promise<void> {
  const { store, clock } = deps;
  await app.register(chargebackRoutes, deps);

  app.get(`${paymentsSandboxPath}/checkout/:id`, async (request, reply) => {
    const checkout = await findCheckout(request, store);
    if (!checkout) return sendUnknownCheckout(request, reply, deps);
    const { metodo } = request.query as FormBody;
    return sendPage(reply, deps, checkout, { method: metodo === 'card' ? 'card' : 'pix' });
  });

  app.get(`${paymentsSandboxPath}/checkout/:id/status`, async (request, reply) => {
    const checkout = await findCheckout(request, store);
    if (!checkout) return sendUnknownCheckout(request, reply, deps);
    return reply.send({ status: currentCheckoutStatus(checkout, clock.now()) });
  });

  app.post(`${paymentsSandboxPath}/checkout/:id/approve`, async (request, reply) => {
    const checkout = await findCheckout(request, store);
    if (!checkout) return sendUnknownCheckout(request, reply, deps);
    const isLate = (request.query as FormBody)['late'] === '1';
    return approvePayment(request, reply, deps, checkout.id, readMethod(request), isLate);
  });

  app.post(`${paymentsSandboxPath}/checkout/:id/decline`, async (request, reply) => {
    const checkout = await findCheckout(request, store);
    if (!checkout) return sendUnknownCheckout(request, reply, deps);
    return declinePayment(request, reply, deps, checkout.id, readMethod(request));
  });

  app.post(`${paymentsSandboxPath}/checkout/:id/card`, async (request, reply) => {
    const checkout = await findCheckout(request, store);
    if (!checkout) return sendUnknownCheckout(request, reply, deps);
    const card = readCard(request.body as FormBody);
    const cardCheck = checkTestCard(card, clock.now());
    if (cardCheck.result === 'invalid') {
      const { name, expiry } = card;
      const shownForm = {
        method: 'card',
        card: { name, expiry, problems: cardCheck.problems },
      } as const;
      return sendPage(reply.code(422), deps, checkout, shownForm);
    }
    if (cardCheck.result === 'declined')
      return declinePayment(request, reply, deps, checkout.id, 'card');
    return approvePayment(request, reply, deps, checkout.id, 'card', false);
  });
}

async function approvePayment(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PaymentPagesDeps,
  id: string,
  method: PaymentMethod,
  isLate: boolean,
) {
  await deps.store.approve(id, method, isLate);
  return sendOutcome(request, reply, deps, id, ['paid', 'refunded'], (row) => row.return_url);
}

async function declinePayment(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PaymentPagesDeps,
  id: string,
  method: PaymentMethod,
) {
  await deps.store.decline(id);
  return sendOutcome(request, reply, deps, id, ['declined'], () => pagePathOf(id, method));
}

/** Answers the request that a button of the page sends: browsers get a redirect, scripts the status of the checkout. */
async function sendOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PaymentPagesDeps,
  id: string,
  expectedStatuses: readonly string[],
  nextUrlOf: (row: CheckoutRow) => string,
) {
  await deps.sendWebhook(id);
  const row = await deps.store.byId(id);
  if (!row) throw new Error('a checkout vanished');
  const status = currentCheckoutStatus(row, deps.clock.now());
  const isExpected = expectedStatuses.includes(status);
  if (acceptsHtml(request))
    return reply.redirect(isExpected ? nextUrlOf(row) : pagePathOf(id, 'pix'), 303);
  if (isExpected) return reply.send({ status });
  return sendRefusal(request, reply, err('order_wrong_status', { extra: { status } }));
}

function sendPage(
  reply: FastifyReply,
  { clock, ids }: PaymentPagesDeps,
  checkout: CheckoutRow,
  shownForm: Pick<CheckoutView, 'method'> & Partial<Pick<CheckoutView, 'card'>>,
) {
  const nonce = ids.secret(16);
  const now = clock.now();
  const page = renderCheckoutPage({
    checkout,
    status: currentCheckoutStatus(checkout, now),
    now,
    nonce,
    card: { name: '', expiry: '', problems: {} },
    ...shownForm,
  });
  return reply
    .type('text/html; charset=utf-8')
    .headers(pageHeaders(nonce, new URL(checkout.return_url).origin))
    .send(page);
}

/**
 * Headers of the checkout page: only its own script runs, by nonce. `form-action` includes the shop's origin, because
 * browsers also apply it to the redirect after a form.
 */
function pageHeaders(nonce: string, shopOrigin: string) {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      `form-action 'self' ${shopOrigin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
    'referrer-policy': 'same-origin',
  };
}

function sendUnknownCheckout(request: FastifyRequest, reply: FastifyReply, deps: PaymentPagesDeps) {
  if (!acceptsHtml(request)) return sendRefusal(request, reply, err('not_found'));
  const origin = new URL(deps.shopUrl()).origin;
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .headers(pageHeaders(deps.ids.secret(16), origin))
    .send(renderUnknownCheckoutPage(`${origin}/`));
}

function readMethod(request: FastifyRequest): PaymentMethod {
  return (request.body as FormBody)['method'] === 'card' ? 'card' : 'pix';
}

function readCard(form: FormBody): CardInput {
  const readText = (name: string) =>
    typeof form[name] === 'string' ? form[name].slice(0, 80) : '';
  return {
    number: readText('number'),
    name: readText('name'),
    expiry: readText('expiry'),
    cvv: readText('cvv'),
  };
}

function pagePathOf(checkoutId: string, method: PaymentMethod): string {
  return method === 'card' ? `${checkoutPath(checkoutId)}?metodo=card` : checkoutPath(checkoutId);
}
