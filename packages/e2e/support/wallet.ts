import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { confirmationHeaders } from './confirmations.ts';
import { createSellerWithService, moveOrder, placeOrder } from './orders.ts';
import { type SignedInPerson, signInAs, signInOverApi } from './people.ts';

/** The CPF of a seller, which is also the Pix key of the withdrawals. */
export const SELLER_CPF = '529.982.247-25';

/** Creates a seller with one completed sale of R$ 100,00, of which R$ 90,00 can be withdrawn. */
export async function createSellerWithBalance(request: APIRequestContext, title: string) {
  const { seller, serviceId } = await createSellerWithService(request, title, '100');
  const buyer = await signInOverApi(request, 'Compra Uma Vez');
  const { id, purchaseCode } = await placeOrder(request, buyer, serviceId, true);
  await moveOrder(request, seller, id, 'in_progress');
  await moveOrder(request, buyer, id, 'complete');
  return { seller, purchaseCode };
}

/** Creates the payout profile of a seller. */
export async function savePayoutProfile(
  request: APIRequestContext,
  seller: SignedInPerson,
): Promise<void> {
  const answer = await request.put('/api/wallet/payout-profile', {
    headers: await confirmationHeaders(request, seller, 'payout_profile'),
    data: { legalName: 'Ana Souza de Lima', cpf: SELLER_CPF, birthDate: '1990-05-17' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Signs the seller in and opens the wallet. */
export async function openWallet(page: Page, seller: SignedInPerson) {
  await signInAs(page, seller.name, seller.email);
  await page.goto('/sales?aba=carteira');
  await expect(page.getByRole('heading', { name: 'Extrato' })).toBeVisible();
}

/** A figure of the wallet, by its name. */
export const statFigure = (page: Page, name: string) =>
  page
    .getByTestId('stat-list')
    .locator('> div')
    .filter({ has: page.locator('dt', { hasText: name }) });

/** The list of withdrawals in the wallet. */
export const withdrawalsRegion = (page: Page) => page.getByRole('region', { name: 'Saques' });
