import type { PaymentSandboxRig } from './payment-sandbox-rig.ts';

/** As a script calls: no Accept worth the name. */
export async function press(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { method: 'POST', ...init });
  return { status: response.status, body: await response.json() };
}

/** As a browser sends a form. */
export function submit(url: string, form: Record<string, string> = {}) {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html,application/xhtml+xml' },
    body: new URLSearchParams(form),
  });
}

/** As a browser opens a page. */
export async function read(url: string) {
  const response = await fetch(url, { headers: { accept: 'text/html' } });
  return { response, text: await response.text() };
}

/** Orders of a shop at the sandbox's checkout; each test file has its own. */
export function checkoutsOf(rig: () => PaymentSandboxRig) {
  let orders = 0;

  /** A checkout of a new order, with its page. */
  async function open(over: { title?: string; amount?: number } = {}) {
    orders += 1;
    const orderId = `order-${orders}`;
    const returnUrl = `${rig().address()}/success?payment=${orderId}`;
    const made = await rig().provider.createCheckout({
      orderId,
      reference: 'GLD7K2M',
      title: 'Treino de mira',
      amount: 4500,
      payer: {},
      returnUrl,
      expiresAt: new Date(rig().clock.now().getTime() + 3_600_000),
      idempotencyKey: orderId,
      ...over,
    });
    if (!made.ok) throw new Error(made.code);
    return { orderId, returnUrl, url: made.value.checkoutUrl };
  }

  async function statusOf(orderId: string) {
    const facts = await rig().provider.lookup({ orderId });
    return facts.ok ? facts.value.status : facts.code;
  }

  return { open, statusOf };
}
