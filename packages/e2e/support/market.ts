import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { asPerson, type SignedInPerson } from './people.ts';

/** A small red picture. */
const postPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

export const pictureFile = { name: 'foto.png', mimeType: 'image/png', buffer: postPicture };

interface Service {
  readonly id: string;
  readonly title: string;
}

/** Publishes a service that is provided in a call, over the API; free unless a price is given. */
export async function publishService(
  request: APIRequestContext,
  seller: SignedInPerson,
  fields: Partial<Record<'title' | 'description' | 'price' | 'category', string>> = {},
): Promise<Service> {
  const answer = await request.post('/api/services/', {
    headers: asPerson(seller),
    multipart: {
      title: 'Treino de mira',
      description: 'Uma hora de treino com plano semanal.',
      price: '0',
      type: 'call',
      category: 'valorant',
      ...fields,
      photoURL: pictureFile,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).service;
}

/** The button that buys a service, on the service's page. */
export const buyButton = (page: Page) =>
  page.getByRole('button', { name: 'Contratar' }).filter({ visible: true });

/** Buys a service that is provided in a call, and continues without connecting a Discord account. */
export async function buyWithoutDiscord(page: Page, button?: Locator): Promise<void> {
  await (button?.filter({ visible: true }) ?? buyButton(page)).click();
  await page.getByRole('button', { name: 'Contratar sem conectar' }).click();
}

/** Orders a free service, which then waits for its seller; returns the order's id. */
export async function orderService(
  request: APIRequestContext,
  buyer: SignedInPerson,
  serviceId: string,
): Promise<string> {
  const answer = await request.post('/api/payments/checkout', {
    headers: { ...asPerson(buyer), 'idempotency-key': crypto.randomUUID() },
    data: { serviceId },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).payment.id;
}

/** Starts and completes an order as its seller. */
export async function attendOrder(
  request: APIRequestContext,
  seller: SignedInPerson,
  orderId: string,
) {
  const now = new Date().toISOString();
  const steps = [
    { serviceStatus: 'in_progress', startedServiceAt: now },
    { serviceStatus: 'complete', endedIt: seller.uid },
  ];
  for (const data of steps) {
    const address = `/api/payments/${orderId}/update-payment`;
    const answer = await request.patch(address, { headers: asPerson(seller), data });
    expect(answer.status(), await answer.text()).toBe(200);
  }
}

/** Creates an order that is completed and reviewed. */
export async function createReviewedPurchase(
  request: APIRequestContext,
  people: { seller: SignedInPerson; buyer: SignedInPerson; serviceId: string },
  review: { title: string; description: string; rating: number },
): Promise<void> {
  const { seller, buyer, serviceId } = people;
  const orderId = await orderService(request, buyer, serviceId);
  await attendOrder(request, seller, orderId);
  const answer = await request.post(`/api/reviews/${serviceId}/${orderId}/review`, {
    headers: asPerson(buyer),
    data: { ...review, recommend: true },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}
