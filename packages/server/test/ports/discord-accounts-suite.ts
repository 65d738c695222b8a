import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DiscordAccounts } from '../../src/ports/discord-accounts.ts';
import type { RequestedFailure } from './voice-rooms-suite.ts';

/** Discord with a simulated person who gives consent on request. */
export interface DiscordAccountsHarness {
  readonly accounts: DiscordAccounts;
  /** The same adapter with a Discord that cannot be reached. */
  readonly unreachable: DiscordAccounts;
  /** The redirect URI, registered with Discord where necessary. */
  readonly redirectUri: string;
  /** Gives a person's consent at this address; returns the authorization code. */
  consent(authorizeUrl: string, discordId: string): Promise<string>;
  fail(failure: RequestedFailure): Promise<void>;
  /** Number of access tokens that Discord has issued and that were not revoked. */
  tokens(): Promise<number>;
  close(): Promise<void>;
}

type GetHarness = () => DiscordAccountsHarness;

const newSecret = () => randomBytes(32).toString('base64url');
const createDiscordId = () => `88${BigInt(`0x${randomBytes(8).toString('hex')}`)}`.slice(0, 19);
const refusedLink = { ok: false, code: 'discord_link_refused' };
const unavailableResult = { ok: false, code: 'discord_unavailable' };

/** Tests that every {@link DiscordAccounts} must pass. */
export function describeDiscordAccounts(
  name: string,
  createHarness: () => Promise<DiscordAccountsHarness>,
): void {
  describe(`discord accounts: ${name}`, () => {
    let harness: DiscordAccountsHarness;
    beforeAll(async () => {
      harness = await createHarness();
    });
    afterAll(() => harness?.close());
    beforeEach(() => harness.fail({ status: 500, times: 0 }));
    describeConsent(() => harness);
    describeFailures(() => harness);
  });
}

/** Lets a new person give consent; returns the Discord id, and the consent's code, verifier and redirect URI. */
async function createConsent(getHarness: GetHarness) {
  const { accounts, redirectUri } = getHarness();
  const discordId = createDiscordId();
  const verifier = newSecret();
  const url = accounts.authorizeUrl({ state: newSecret(), verifier, redirectUri });
  const code = await getHarness().consent(url, discordId);
  return { discordId, consent: { code, verifier, redirectUri } };
}

function describeConsent(getHarness: GetHarness): void {
  it('requests a code with the scope of the identity only, and always shows the consent page', () => {
    const { accounts, redirectUri } = getHarness();
    const state = newSecret();
    const verifier = newSecret();
    const url = new URL(accounts.authorizeUrl({ state, verifier, redirectUri }));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'identify',
      redirect_uri: redirectUri,
      state,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      prompt: 'consent',
    });
    expect(url.href).not.toContain(verifier);
  });

  it('returns the consenting account and the state of the request', async () => {
    const { discordId, consent } = await createConsent(getHarness);
    const countBefore = await getHarness().tokens();
    expect(await getHarness().accounts.identify(consent)).toEqual({
      ok: true,
      value: { discordId },
    });
    expect(await getHarness().tokens()).toBe(countBefore);
  });

  it('accepts a code once', async () => {
    const { consent } = await createConsent(getHarness);
    expect(await getHarness().accounts.identify(consent)).toMatchObject({ ok: true });
    expect(await getHarness().accounts.identify(consent)).toEqual(refusedLink);
  });

  it.each([
    ['another verifier', () => ({ verifier: newSecret() })],
    ['another redirect address', () => ({ redirectUri: 'https://evil.example/discord/callback' })],
    ['a code that nobody gave', () => ({ code: newSecret() })],
  ])('refuses %s', async (_what, change) => {
    const { consent } = await createConsent(getHarness);
    expect(await getHarness().accounts.identify({ ...consent, ...change() })).toEqual(refusedLink);
  });
}

function describeFailures(getHarness: GetHarness): void {
  it.each<RequestedFailure>([
    { status: 500, times: 1_000 },
    { status: 503, times: 1, path: '/oauth2/token' },
    { status: 401, times: 1, path: '/oauth2/token' },
    { status: 500, times: 1, path: '/users/@me' },
    { status: 401, times: 1, path: '/users/@me' },
  ])('reports unavailable after status $status at $path, and keeps no token', async (failure) => {
    const { consent } = await createConsent(getHarness);
    const countBefore = await getHarness().tokens();
    await getHarness().fail(failure);
    expect(await getHarness().accounts.identify(consent)).toEqual(unavailableResult);
    expect(await getHarness().tokens()).toBe(countBefore);
  });

  it('returns the account even when the token cannot be revoked', async () => {
    const { discordId, consent } = await createConsent(getHarness);
    await getHarness().fail({ status: 500, times: 1, path: '/revoke' });
    expect(await getHarness().accounts.identify(consent)).toEqual({
      ok: true,
      value: { discordId },
    });
  });

  it('retries after a rate limit', async () => {
    const { discordId, consent } = await createConsent(getHarness);
    await getHarness().fail({ status: 429, times: 1 });
    expect(await getHarness().accounts.identify(consent)).toEqual({
      ok: true,
      value: { discordId },
    });
  });

  it('reports unavailable when Discord cannot be reached', async () => {
    const { consent } = await createConsent(getHarness);
    expect(await getHarness().unreachable.identify(consent)).toEqual(unavailableResult);
  });
}
