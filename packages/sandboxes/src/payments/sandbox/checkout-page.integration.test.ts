import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkoutsOf,
  pressPageButton,
  readForm,
  submitForm,
} from '../../../../server/test/fixtures/clients/checkout-visitor.ts';
import {
  createPaymentSandboxFixture,
  type PaymentSandboxFixture,
} from '../../../../server/test/peers/payment-sandbox-fixture.ts';
import { crc16 } from './br-code.ts';

let fixture: PaymentSandboxFixture;
const { open, statusOf } = checkoutsOf(() => fixture);

beforeAll(async () => {
  fixture = await createPaymentSandboxFixture({ firstAttemptMs: 100 });
});
afterAll(() => fixture?.close());

/** For each webhook about an order: the outcome of its last delivery attempt, null while the attempt is running. */
async function outcomesOf(orderId: string) {
  const { rows } = await fixture.pool.query<{ last_outcome: string | null }>(
    `SELECT e.last_outcome FROM sandbox.payment_events e
     JOIN sandbox.payment_checkouts c ON c.id = e.checkout_id WHERE c.order_id = $1`,
    [orderId],
  );
  return rows.map(({ last_outcome }) => last_outcome);
}

describe('buttons for scripts', () => {
  it('approve, after sending the webhook', async () => {
    const { url, orderId } = await open();
    const webhookCount = fixture.webhooks.length;
    expect(await pressPageButton(`${url}/approve`)).toEqual({
      status: 200,
      body: { status: 'paid' },
    });
    await fixture.idle();
    expect(fixture.webhooks.length).toBe(webhookCount + 1);
    expect(await statusOf(orderId)).toBe('paid');
  });

  it('approve once, however often and fast they are used', async () => {
    const { url, orderId } = await open();
    const webhookCount = fixture.webhooks.length;
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => pressPageButton(`${url}/approve`)),
    );
    for (const answer of answers) expect(answer).toEqual({ status: 200, body: { status: 'paid' } });
    await fixture.idle();
    expect(fixture.webhooks.length).toBe(webhookCount + 1);
    expect(await outcomesOf(orderId)).toEqual(['HTTP 200']);
  });

  it('pay nothing twice, also with `late=1`', async () => {
    const { url, orderId } = await open();
    await pressPageButton(`${url}/approve`);
    const payment = await fixture.provider.lookup({ orderId });
    fixture.clock.advance(60_000);
    expect((await pressPageButton(`${url}/approve?late=1`)).body).toEqual({ status: 'paid' });
    expect(await fixture.provider.lookup({ orderId })).toEqual(payment);
    expect(await outcomesOf(orderId)).toHaveLength(1);
  });

  it('decline a payment, which can be tried again', async () => {
    const { url, orderId } = await open();
    const declinedAnswer = { status: 200, body: { status: 'declined' } };
    expect(await pressPageButton(`${url}/decline`)).toEqual(declinedAnswer);
    expect(await pressPageButton(`${url}/decline`)).toEqual(declinedAnswer);
    expect(await statusOf(orderId)).toBe('declined');
    expect((await pressPageButton(`${url}/approve`)).body).toEqual({ status: 'paid' });
    expect(await pressPageButton(`${url}/decline`)).toMatchObject({
      status: 409,
      body: { status: 'paid' },
    });
    expect(await statusOf(orderId)).toBe('paid');
  });

  it.each([
    ['no body', {}],
    ['an empty JSON body', { headers: { 'content-type': 'application/json' } }],
    ['a JSON value', { headers: { 'content-type': 'application/json' }, body: '[1]' }],
    ['plain text', { body: 'approve' }],
    ['an odd type', { headers: { 'content-type': 'x/y' }, body: 'z' }],
  ])('accept %s', async (_what, init) => {
    const { url } = await open();
    expect((await pressPageButton(`${url}/approve`, init)).status).toBe(200);
  });

  it('refuse malformed JSON and bodies that are too large', async () => {
    const { url, orderId } = await open();
    const headers = { 'content-type': 'application/json' };
    expect((await pressPageButton(`${url}/approve`, { headers, body: '{' })).status).toBe(400);
    const body = JSON.stringify({ x: 'x'.repeat(20_000) });
    expect((await pressPageButton(`${url}/approve`, { headers, body })).status).toBe(413);
    expect(await statusOf(orderId)).toBe('pending');
  });

  it('pay after the deadline only with `late=1`', async () => {
    const { url, orderId } = await open();
    fixture.clock.advance(3_600_000);
    const refusedAnswer = { status: 409, body: { code: 'order_wrong_status', status: 'expired' } };
    expect(await pressPageButton(`${url}/approve`)).toMatchObject(refusedAnswer);
    expect(await pressPageButton(`${url}/decline`)).toMatchObject(refusedAnswer);
    expect((await pressPageButton(`${url}/approve?late=1`)).body).toEqual({ status: 'paid' });
    expect(await statusOf(orderId)).toBe('paid');
  });

  it('pay a cancelled checkout only with `late=1`', async () => {
    const { url, orderId } = await open();
    await fixture.provider.expire({ orderId });
    expect((await pressPageButton(`${url}/approve`)).status).toBe(409);
    expect((await pressPageButton(`${url}/approve?late=1`)).body).toEqual({ status: 'paid' });
  });

  it('approve although the shop fails, or does not answer', async () => {
    const failingCheckout = await open();
    fixture.shop.answer = async () => 500;
    expect((await pressPageButton(`${failingCheckout.url}/approve`)).body).toEqual({
      status: 'paid',
    });
    const silentCheckout = await open();
    let sendShopAnswer = (_status: number) => {};
    fixture.shop.answer = () => new Promise((resolve) => (sendShopAnswer = resolve));
    expect((await pressPageButton(`${silentCheckout.url}/approve`)).body).toEqual({
      status: 'paid',
    });
    expect(await outcomesOf(silentCheckout.orderId)).toEqual([null]);
    fixture.shop.answer = async () => 200;
    sendShopAnswer(200);
    await fixture.idle();
  });
});

describe('the page', () => {
  it('shows the order, and runs only its own script', async () => {
    const { url } = await open({ title: `<img src=x onerror=alert(1)> "&'`, amount: 123_456 });
    const { response, text } = await readForm(url);
    expect(response.status).toBe(200);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;&amp;&#39;');
    expect(text).not.toContain('<img');
    expect(text).toContain('de <bdi class="b">CapivaraGG</bdi>');
    expect(text).toContain('GLD7K2M');
    expect(text).toContain('R$ 1.234,56');
    expect(text).toContain('Seu dinheiro fica guardado até o fim.');
    expect(text).not.toMatch(/ style=|<style| on\w+="/);
    const policy = response.headers.get('content-security-policy') ?? '';
    const [, nonce] = /script-src 'nonce-([\w-]{20,})';/.exec(policy) ?? [];
    expect(text.match(/<script[^>]*>/g)).toEqual([
      `<script type="module" nonce="${nonce}" src="/sandbox/payments/assets/checkout.js">`,
    ]);
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await readForm(url)).response.headers.get('content-security-policy')).not.toBe(policy);
  });

  it('offers a Pix code with the amount and an unreachable location', async () => {
    const { url } = await open({ amount: 1 });
    const { text } = await readForm(url);
    const code = /id="pix-codigo" value="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(code).toContain('54040.01');
    expect(code).toContain('.invalid/v2/');
    expect(Number.parseInt(code.slice(-4), 16)).toBe(crc16(code.slice(0, -4)));
    expect(text).toMatch(/<svg role="img" aria-label="QR Code/);
  });

  it('redirects a browser to the shop once the order is paid', async () => {
    const { url, returnUrl } = await open();
    const response = await submitForm(`${url}/approve`, { method: 'card' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(returnUrl);
    expect((await readForm(url)).text).toContain('Pagamento confirmado');
  });

  it('says that a payment was declined, and stays open', async () => {
    const { url } = await open();
    const response = await submitForm(`${url}/decline`, { method: 'card' });
    expect(response.status).toBe(303);
    const { text } = await readForm(new URL(response.headers.get('location') ?? '', url).href);
    expect(text).toContain('Pagamento recusado.');
    expect(text).toMatch(/value="card" id="metodo-card" checked/);
  });

  it('shows that a payment expired, was cancelled or was refunded', async () => {
    const lapsedCheckout = await open();
    fixture.clock.advance(3_600_000);
    expect((await readForm(lapsedCheckout.url)).text).toContain('Este pagamento expirou');
    const response = await submitForm(`${lapsedCheckout.url}/approve`);
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      new URL(lapsedCheckout.url).pathname,
    ]);
    const cancelledCheckout = await open();
    await fixture.provider.expire(cancelledCheckout);
    expect((await readForm(cancelledCheckout.url)).text).toContain('Pagamento cancelado');
    const refundedCheckout = await open();
    await pressPageButton(`${refundedCheckout.url}/approve`);
    const payment = await fixture.provider.lookup(refundedCheckout);
    const providerPaymentId = (payment.ok && payment.value.providerPaymentId) || '';
    const { orderId } = refundedCheckout;
    await fixture.provider.refund({
      orderId,
      providerPaymentId,
      amount: 4500,
      idempotencyKey: 'r',
    });
    expect((await readForm(refundedCheckout.url)).text).toContain('Pagamento devolvido');
  });

  it('serves its style, script and fonts, and no other file', async () => {
    const { url } = await open();
    const { text } = await readForm(url);
    const assets = [...text.matchAll(/(?:href|src)="(\/sandbox\/payments\/assets\/[^"]+)"/g)];
    expect(assets.length).toBeGreaterThan(5);
    for (const [, path] of assets) {
      expect((await fetch(fixture.address() + path)).status, path).toBe(200);
    }
    const css = await (
      await fetch(`${fixture.address()}/sandbox/payments/assets/tokens.css`)
    ).text();
    for (const [, font] of css.matchAll(/url\("([^"]+)"\)/g)) {
      const response = await fetch(`${fixture.address()}/sandbox/payments/assets/${font}`);
      expect(response.headers.get('content-type'), font).toBe('font/woff2');
    }
    const outsideUrl = `${fixture.address()}/sandbox/payments/assets/..%2fmount.ts`;
    expect((await fetch(outsideUrl)).status).toBe(404);
  });
});

describe('an unknown checkout', () => {
  it.each([
    'chk_aaaaaaaaaaaaaaaaaaaaaaaa',
    'x',
    '%00',
    'chk_%00aaaaaaaaaaaa',
    '..%2f..%2fetc',
    "chk_'--",
    'a'.repeat(90),
  ])('is 404 for %s', async (id) => {
    const checkoutUrl = `${fixture.address()}/sandbox/payments/checkout/${id}`;
    for (const action of ['approve', 'decline', 'card']) {
      expect(await pressPageButton(`${checkoutUrl}/${action}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
    expect((await fetch(`${checkoutUrl}/status`)).status).toBe(404);
    const { response, text } = await readForm(checkoutUrl);
    expect(response.status).toBe(404);
    expect(text).toContain('Pagamento não encontrado');
  });
});
