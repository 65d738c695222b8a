import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { asPerson, chooseOtherAccount, type SignedInPerson } from './people.ts';

type ConfirmedPurpose = 'withdrawal' | 'payout_profile' | 'admin_money';

/** Request headers with the proof that a person has just signed in again, which is valid for one request. */
export async function confirmationHeaders(
  request: APIRequestContext,
  person: SignedInPerson,
  purpose: ConfirmedPurpose,
): Promise<Record<string, string>> {
  const { name, email } = person;
  const tokenResponse = await request.post('/dev/id-token', { data: { email, name } });
  const { idToken } = await tokenResponse.json();
  const headers = asPerson(person);
  const answer = await request.post('/api/auth/confirm', { headers, data: { idToken, purpose } });
  expect(answer.status(), await answer.text()).toBe(200);
  return { ...headers, 'x-confirmation': (await answer.json()).confirmation };
}

/** Confirms a person's identity in the dialog and in the provider's popup. */
export async function confirmIdentity(
  page: Page,
  { name, email }: { name: string; email: string },
) {
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  const popupPromise = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Confirmar com Google' }).click();
  await chooseOtherAccount(await popupPromise, name, email);
  await expect(dialog).toBeHidden();
}
