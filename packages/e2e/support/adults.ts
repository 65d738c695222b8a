import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { pictureFile, publishService } from './market.ts';
import { asPerson, type SignedInPerson, signInOverApi } from './people.ts';

/** Passes the age check by requests to the provider's page, without a browser. */
export async function passAgeCheck(
  request: APIRequestContext,
  person: SignedInPerson,
): Promise<void> {
  const answer = await request.post('/api/age/verification', { headers: asPerson(person) });
  expect(answer.status(), await answer.text()).toBe(200);
  const { url } = await answer.json();
  const approveResponse = await request.post(`${url}/approve`);
  expect(approveResponse.status(), await approveResponse.text()).toBe(200);
}

/** Signs in an adult with age check, photo and bio, who may sell in the category for adults. */
export async function signInAdultSeller(
  request: APIRequestContext,
  name: string,
): Promise<SignedInPerson> {
  const seller = await signInOverApi(request, name);
  await passAgeCheck(request, seller);
  const answer = await request.patch('/api/users/', {
    headers: asPerson(seller),
    multipart: { bio: 'Vende fotos.', photo: pictureFile },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return seller;
}

/** Publishes a free service that is provided in a call, in the category for adults. */
export const publishForAdults = (
  request: APIRequestContext,
  seller: SignedInPerson,
  title: string,
) => publishService(request, seller, { title, category: 'nudez' });

/** Answers on the provider's page, as a person does, and returns to Guilda. */
export async function answerAgeCheck(page: Page, button: 'aprovação (18+)' | 'recusa') {
  await expect(page).toHaveURL(/\/sandbox\/age\//);
  await page.getByRole('button', { name: `Simular ${button}` }).click();
  await expect(page).not.toHaveURL(/\/sandbox\/age\//);
}
