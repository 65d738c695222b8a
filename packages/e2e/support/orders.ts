import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { publishService } from './market.ts';
import { asPerson, type Person, signInAs, signInOverApi } from './people.ts';

/** What journeys look at of a purchase. */
export interface Order {
  readonly id: string;
  readonly purchaseCode: string;
  readonly serviceStatus: string;
  readonly serviceId: string;
  readonly checkoutUrl: string | null;
}

/** Somebody else in a browser of their own, signed in. Close `page.context()` when done. */
export async function elsewhere(browser: Browser, name: string, email?: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  return { page, person: await signInAs(page, name, email) };
}

/** A seller with one service, known over the API alone. */
export async function sellerWithService(request: APIRequestContext, title: string, price = '45') {
  const seller = await signInOverApi(request, 'Vende Com Calma');
  const { id: serviceId } = await publishService(request, seller, { title, price });
  return { seller, serviceId };
}

/** Orders a service; `paid` also pays for it at the sandbox. */
export async function order(
  request: APIRequestContext,
  buyer: Person,
  serviceId: string,
  paid: boolean,
): Promise<Order> {
  const answer = await request.post('/api/payments/checkout', {
    headers: { ...asPerson(buyer), 'idempotency-key': crypto.randomUUID() },
    data: { serviceId },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { payment, checkoutUrl } = await answer.json();
  if (paid) await bankApproves(request, checkoutUrl);
  return payment;
}

/** The bank says yes to a payment. */
export async function bankApproves(request: APIRequestContext, checkoutUrl: string) {
  const answer = await request.post(`${checkoutUrl}/approve`);
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Moves an order as one of its people. */
export async function move(
  request: APIRequestContext,
  person: Person,
  orderId: string,
  to: 'in_progress' | 'complete',
) {
  const started = { serviceStatus: to, startedServiceAt: new Date().toISOString() };
  const ended = { serviceStatus: to, endedIt: person.uid };
  const answer = await request.patch(`/api/payments/${orderId}/update-payment`, {
    headers: asPerson(person),
    data: to === 'in_progress' ? started : ended,
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Everything somebody bought, newest first. */
export async function purchasesOf(request: APIRequestContext, buyer: Person): Promise<Order[]> {
  const answer = await request.get('/api/payments?role=buyer', { headers: asPerson(buyer) });
  return (await answer.json()).payments;
}

/** The comanda of an order on the board. */
export function comanda(page: Page, text: string) {
  return page.getByRole('article').filter({ hasText: text });
}

/** The column of the board under this heading. */
export function column(page: Page, name: string) {
  return page.locator('.colunas section').filter({ has: page.getByRole('heading', { name }) });
}
