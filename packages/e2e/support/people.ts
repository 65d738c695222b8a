import { randomBytes } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** The fields of a sign-in's answer that flows use. */
export interface SignedInPerson {
  readonly uid: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The stored account as the browser keeps it. */
  readonly user: Readonly<Record<string, unknown>> & { uid: string; username: string };
}

/** The team's address: whoever signs in with it is an admin. */
export const TEAM_EMAIL = 'equipe@flows.example';

/** An address nobody else in this run has. */
export function freshEmail(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '') || 'pessoa';
  return `${plain}.${randomBytes(5).toString('hex')}@flows.example`;
}

/** Signs a person in over the API alone: a device of theirs that no page knows of. */
export async function signInOverApi(
  request: APIRequestContext,
  name: string,
  email = freshEmail(name),
): Promise<SignedInPerson> {
  const identity = await request.post('/dev/id-token', { data: { email, name } });
  const { idToken } = await identity.json();
  const answer = await request.post('/api/auth/google', { data: { idToken } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { user, tokens } = await answer.json();
  return { uid: user.uid, username: user.username, name, email, user, ...tokens };
}

/** Puts a session into the page's browser, as signing in leaves it. The page ends on a blank address. */
export async function storeSession(page: Page, person: SignedInPerson): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate(({ accessToken, refreshToken, uid, user }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('refreshToken', refreshToken);
    localStorage.setItem('uid', uid);
    localStorage.setItem('guilda-state', JSON.stringify({ state: { user }, version: 0 }));
  }, person);
}

/** The quick way in: over the API, into the page's storage. A new person each time unless named. */
export async function signInAs(page: Page, name: string, email?: string): Promise<SignedInPerson> {
  const person = await signInOverApi(page.request, name, email);
  await storeSession(page, person);
  return person;
}

/** Fills the provider's chooser with an account that is not among its people. */
export async function chooseOtherAccount(provider: Page, name: string, email: string) {
  await provider.getByRole('button', { name: 'Usar outra conta' }).click();
  await provider.getByLabel('E-mail').fill(email);
  await provider.getByLabel('Nome').fill(name);
  await provider.getByRole('button', { name: 'Continuar' }).click();
}

/** The way a person takes from `/login` or, on a blank page, from there on: popup, account chooser. */
export async function signInThroughPopup(page: Page, name: string, email = freshEmail(name)) {
  if (page.url() === 'about:blank') await page.goto('/login');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Entrar com Google' }).click();
  await chooseOtherAccount(await opening, name, email);
  return { name, email };
}

/** Calls the API as a person, with their token. */
export function asPerson({ accessToken }: Pick<SignedInPerson, 'accessToken'>) {
  return { authorization: `Bearer ${accessToken}` };
}
