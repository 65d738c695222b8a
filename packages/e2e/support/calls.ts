import { randomInt } from 'node:crypto';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { asPerson, type SignedInPerson, signInOverApi, storeSession } from './people.ts';
import { waitUntilOnline } from './test.ts';

/**
 * Location of a person's Discord account: in a voice channel of Guilda's Discord server, elsewhere in that server, or
 * outside of it; null when no account is linked.
 */
export type DiscordPresence = 'voice' | 'server' | 'outside' | null;

/** A person in a call: account, browser and page. */
export interface CallDevice {
  readonly person: SignedInPerson;
  readonly page: Page;
  readonly context: BrowserContext;
  /** Discord id; null for a person without a linked account. */
  readonly discordId: string | null;
}

interface SideOptions {
  readonly discordPresence?: DiscordPresence;
  /** Whether the person accepts calls; true by default. */
  readonly acceptsCalls?: boolean;
  /** The page to sign in on; by default a page in a new browser context. */
  readonly page?: Page;
}

const freshDiscordId = () => `9${String(randomInt(10 ** 12)).padStart(12, '0')}0000`;

/** Links an account at the Discord sandbox, as its consent page would do. */
async function linkDiscord(request: APIRequestContext, person: SignedInPerson): Promise<string> {
  const headers = asPerson(person);
  const authorizeResponse = await request.get('/api/discord/authorize', { headers });
  const state = new URL((await authorizeResponse.json()).url, 'http://localhost').searchParams.get(
    'state',
  );
  const discordId = freshDiscordId();
  const consent = { state, discordId, username: person.username };
  const codeResponse = await request.post('/dev/discord-code', { data: consent });
  const { code } = await codeResponse.json();
  const linkResponse = await request.post('/api/discord/link', { headers, data: { code, state } });
  expect(linkResponse.status(), await linkResponse.text()).toBe(200);
  return discordId;
}

/** Moves an account at Discord into a voice channel of the server, or out of it. */
async function setVoice(request: APIRequestContext, discordId: string, isConnected: boolean) {
  const response = await request.post('/dev/discord-voice', {
    data: { discordId, connected: isConnected },
  });
  expect(response.status(), await response.text()).toBe(204);
}

/** Sets whether a person accepts calls. */
async function setAcceptsCalls(
  request: APIRequestContext,
  person: SignedInPerson,
  canBeCalled: boolean,
) {
  const headers = asPerson(person);
  const response = await request.patch('/api/users/', { headers, data: { canBeCalled } });
  expect(response.ok(), await response.text()).toBe(true);
}

async function connectPerson(
  request: APIRequestContext,
  person: SignedInPerson,
  discordPresence: DiscordPresence,
) {
  if (discordPresence === null) return null;
  const discordId = await linkDiscord(request, person);
  if (discordPresence !== 'outside')
    await setVoice(request, discordId, discordPresence === 'voice');
  return discordId;
}

/**
 * Answers Discord invites with an empty page, so that flows never leave the machine; the address shows what would open.
 */
const stubDiscord = (context: BrowserContext) =>
  context.route('https://discord.gg/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Discord</title>' }),
  );

/** Reads the person's account again, for example to include a Discord account that was linked after sign-in. */
async function readOwnUser(
  request: APIRequestContext,
  person: SignedInPerson,
): Promise<SignedInPerson> {
  const answer = await request.get('/api/users/me', { headers: asPerson(person) });
  return { ...person, user: await answer.json() };
}

/** Signs in a person with a linked Discord account, so that no page asks for one. */
export async function signInWithDiscord(page: Page, name: string): Promise<SignedInPerson> {
  const person = await signInOverApi(page.request, name);
  await linkDiscord(page.request, person);
  await storeSession(page, await readOwnUser(page.request, person));
  return person;
}

/** Signs in a person, who accepts calls by default, in a new browser context unless a page is given. */
export async function signInForCalls(
  browser: Browser,
  name: string,
  options: SideOptions = {},
): Promise<CallDevice> {
  const { discordPresence = 'server', acceptsCalls = true } = options;
  const page = options.page ?? (await (await browser.newContext()).newPage());
  const context = page.context();
  await stubDiscord(context);
  const person = await signInOverApi(page.request, name);
  const discordId = await connectPerson(page.request, person, discordPresence);
  if (acceptsCalls) await setAcceptsCalls(page.request, person, true);
  await storeSession(page, await readOwnUser(page.request, person));
  return { person, page, context, discordId };
}

/** Opens another device of a person. */
export async function openSecondDevice(browser: Browser, device: CallDevice): Promise<CallDevice> {
  const context = await browser.newContext();
  await stubDiscord(context);
  const page = await context.newPage();
  const session = await signInOverApi(page.request, device.person.name, device.person.email);
  await storeSession(page, await readOwnUser(page.request, session));
  return { ...device, page, context };
}

/** The dialog of a call on screen: of the call with `partner`, or of any call when no `partner` is given. */
export const callDialog = (page: Page, partner?: SignedInPerson): Locator =>
  page.getByRole('dialog', { name: partner ? `Ligação com ${partner.name}` : /^Ligação com/ });

/** The strip that shows an accepted call whose dialog was collapsed. */
export const callStrip = (page: Page, partner: SignedInPerson): Locator =>
  page.getByRole('region', { name: `Ligação com ${partner.name}` });

export const callButton = (page: Page, callee: SignedInPerson): Locator =>
  page.getByRole('button', { name: `Ligar para ${callee.name}` });

export const buttonNamed = (container: Locator, name: string): Locator =>
  container.getByRole('button', { name, exact: true });

export const joinLink = (container: Locator): Locator =>
  container.getByRole('link', { name: 'Entrar no Discord' });

/** Calls from the callee's profile and waits until the callee's page rings. */
export async function placeRingingCall(caller: CallDevice, callee: CallDevice): Promise<void> {
  await caller.page.goto(`/user/${callee.person.username}`);
  await waitUntilOnline(caller.page);
  await callButton(caller.page, callee.person).click();
  await expect(callDialog(caller.page, callee.person)).toContainText('Chamando');
  await expect(callDialog(callee.page, caller.person)).toContainText('Chamada recebida');
}

/** Places and answers a call; both pages show the room. */
export async function placeAnsweredCall(caller: CallDevice, callee: CallDevice): Promise<void> {
  await placeRingingCall(caller, callee);
  await buttonNamed(callDialog(callee.page), 'Atender').click();
  for (const { page } of [caller, callee])
    await expect(callDialog(page)).toContainText('Sala pronta');
}

/** Expects that no call rings or runs on these pages. */
export async function expectNoCall(
  ...callDevices: readonly Pick<CallDevice, 'page'>[]
): Promise<void> {
  for (const { page } of callDevices) {
    await expect(callDialog(page)).toHaveCount(0);
    await expect(page.getByRole('region', { name: /^Ligação com/ })).toHaveCount(0);
  }
}

/** Whether the server knows a call of this person. */
export async function isInCall(
  request: APIRequestContext,
  person: SignedInPerson,
): Promise<boolean> {
  const answer = await request.get('/api/calls/current', { headers: asPerson(person) });
  return (await answer.json()).call !== null;
}

/** Counts the tunes that play on pages of this context; must be called before the context opens its first page. */
export async function installTuneCounter(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const playingContexts = new Set<BaseAudioContext>();
    const originalStart = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...args) {
      playingContexts.add(this.context);
      return originalStart.apply(this, args);
    };
    const countSoundingTunes = () =>
      [...playingContexts].filter(({ state }) => state !== 'closed').length;
    Object.assign(window, { sounding: countSoundingTunes });
  });
}

/** Number of tunes that are playing on a page. */
export const countSoundingTunesOn = (page: Page): Promise<number> =>
  page.evaluate(() => (Reflect.get(window, 'sounding') as () => number)());

/** Makes the next answers of Discord whose path contains `path` fail. */
export async function failDiscord(
  request: APIRequestContext,
  failure: { status: number; times: number; path?: string },
) {
  const response = await request.post('/dev/discord-failure', { data: failure });
  expect(response.status(), await response.text()).toBe(204);
}
