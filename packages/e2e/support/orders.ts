import {
  type APIRequestContext,
  type Browser,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { publishService } from './market.ts';
import { asPerson, type SignedInPerson, signInAs, signInOverApi } from './people.ts';

/** The fields of an order that tests read. */
export interface OrderFields {
  readonly id: string;
  readonly purchaseCode: string;
  readonly serviceStatus: string;
  readonly serviceId: string;
  readonly checkoutUrl: string | null;
}

/** Signs another person in, in a separate browser context, which is closed after the test at the latest. */
export async function signInElsewhere(browser: Browser, name: string, email?: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  return { page, person: await signInAs(page, name, email) };
}

/** Creates a seller with one service through the API. */
export async function createSellerWithService(
  request: APIRequestContext,
  title: string,
  price = '45',
) {
  const seller = await signInOverApi(request, 'Vende Com Calma');
  const { id: serviceId } = await publishService(request, seller, { title, price });
  return { seller, serviceId };
}

/** Orders a service through the API; with `isPaid`, also approves the payment in the sandbox. */
export async function placeOrder(
  request: APIRequestContext,
  buyer: SignedInPerson,
  serviceId: string,
  isPaid: boolean,
): Promise<OrderFields> {
  const answer = await request.post('/api/payments/checkout', {
    headers: { ...asPerson(buyer), 'idempotency-key': crypto.randomUUID() },
    data: { serviceId },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { payment, checkoutUrl } = await answer.json();
  if (isPaid) await approvePayment(request, checkoutUrl);
  return payment;
}

/** Approves a payment in the payments sandbox. */
export async function approvePayment(request: APIRequestContext, checkoutUrl: string) {
  const answer = await request.post(`${checkoutUrl}/approve`);
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Starts or completes an order as its seller or buyer. */
export async function moveOrder(
  request: APIRequestContext,
  person: SignedInPerson,
  orderId: string,
  status: 'in_progress' | 'complete',
) {
  const startFields = { serviceStatus: status, startedServiceAt: new Date().toISOString() };
  const endFields = { serviceStatus: status, endedIt: person.uid };
  const answer = await request.patch(`/api/payments/${orderId}/update-payment`, {
    headers: asPerson(person),
    data: status === 'in_progress' ? startFields : endFields,
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The orders of a buyer, newest first. */
export async function purchasesOf(
  request: APIRequestContext,
  buyer: SignedInPerson,
): Promise<OrderFields[]> {
  const answer = await request.get('/api/payments?role=buyer', { headers: asPerson(buyer) });
  return (await answer.json()).payments;
}

/** The card of an order on the board. */
export function orderCard(page: Page, text: string) {
  return page.getByRole('article').filter({ hasText: text });
}

/** Opens the menu of an order's card. */
export const openOrderMenu = (card: Locator) =>
  card.getByRole('button', { name: /^Mais ações do pedido/ }).click();

/** The column of the board under this heading. */
export function boardColumn(page: Page, name: string) {
  return page.locator('section').filter({ has: page.getByRole('heading', { name }) });
}

/** The title of the page, such as that of the checkout or of the confirmation page. */
export const pageTitle = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
