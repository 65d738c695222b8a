import { randomBytes } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** The fields of a sign-in response that tests use. */
export interface SignedInPerson {
  readonly uid: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The signed-in account as stored in the browser. */
  readonly user: Readonly<Record<string, unknown>> & { uid: string; username: string };
}

/** The team's e-mail address; the account with this address is an administrator. */
export const TEAM_EMAIL = 'equipe@flows.example';

/** An e-mail address that no other test uses. */
export function freshEmail(name: string): string {
  const localPart = name.toLowerCase().replace(/[^a-z0-9]/g, '') || 'pessoa';
  return `${localPart}.${randomBytes(5).toString('hex')}@flows.example`;
}

/** Signs a person in through the API only; no page has this session. */
export async function signInOverApi(
  request: APIRequestContext,
  name: string,
  email = freshEmail(name),
): Promise<SignedInPerson> {
  const tokenResponse = await request.post('/dev/id-token', { data: { email, name } });
  const { idToken } = await tokenResponse.json();
  const answer = await request.post('/api/auth/google', { data: { idToken } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { user, tokens } = await answer.json();
  return { uid: user.uid, username: user.username, name, email, user, ...tokens };
}

/** Stores a session in the page's browser, as signing in does; the page is at `/healthz` afterwards. */
export async function storeSession(page: Page, person: SignedInPerson): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate(({ accessToken, refreshToken, uid, user }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('refreshToken', refreshToken);
    localStorage.setItem('uid', uid);
    localStorage.setItem('guilda-state', JSON.stringify({ state: { user }, version: 0 }));
  }, person);
}

/** Signs in through the API and stores the session in the page; a new person unless an e-mail address is given. */
export async function signInAs(page: Page, name: string, email?: string): Promise<SignedInPerson> {
  const person = await signInOverApi(page.request, name, email);
  await storeSession(page, person);
  return person;
}

/** Fills in another account in the provider's account chooser. */
export async function chooseOtherAccount(providerPage: Page, name: string, email: string) {
  await providerPage.getByRole('button', { name: 'Usar outra conta' }).click();
  await providerPage.getByLabel('E-mail').fill(email);
  await providerPage.getByLabel('Nome').fill(name);
  await providerPage.getByRole('button', { name: 'Continuar' }).click();
}

/** Signs in through popup and account chooser, from `/login` or from a blank page. */
export async function signInThroughPopup(page: Page, name: string, email = freshEmail(name)) {
  if (page.url() === 'about:blank') await page.goto('/login');
  const popupPromise = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Entrar com Google' }).click();
  await chooseOtherAccount(await popupPromise, name, email);
  return { name, email };
}

/** Request headers with a person's access token. */
export function asPerson({ accessToken }: Pick<SignedInPerson, 'accessToken'>) {
  return { authorization: `Bearer ${accessToken}` };
}
