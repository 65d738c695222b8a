import type { Clock } from '@guilda/server/ports/clock';
import {
  type Account,
  type Configuration,
  type FindAccount,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { z } from 'zod';
import { type DemoAddresses, demoOidcPath } from './addresses.ts';
import { type DemoAccount, demoClaims } from './demo-person.ts';
import { createMemoryAdapter } from './memory-adapter.ts';
import type { SigningKey } from './signing-key.ts';

/** Validity of an ID token, in seconds. */
export const ID_TOKEN_LIFETIME_S = 60 * 60;

/** Time that a person has to choose an account, in seconds. */
const INTERACTION_LIFETIME_S = 30 * 60;

/** Id of the only client, which is this site. */
export const demoClientId = 'guilda-demo';

export interface ProviderOptions {
  readonly addresses: DemoAddresses;
  readonly key: SigningKey;
  readonly clock: Clock;
  readonly renderErrorPage: (code: string) => string;
}

/** Creates the OpenID Connect provider: implicit flow, ID tokens only, no consent screen. */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.addresses.issuer, providerConfiguration(options));
  // The library must trust forwarding headers, because `mountDemoOidc` sets them to the public host and protocol.
  provider.proxy = true;
  allowHttpRedirects(provider);
  return provider;
}

function providerConfiguration({
  addresses,
  key,
  clock,
  renderErrorPage,
}: ProviderOptions): Configuration {
  return {
    adapter: createMemoryAdapter(clock),
    jwks: { keys: [key] },
    clients: [
      {
        client_id: demoClientId,
        grant_types: ['implicit'],
        response_types: ['id_token'],
        response_modes: ['fragment'],
        redirect_uris: addresses.origins.map((origin) => `${origin}/login/callback`),
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    responseTypes: ['id_token'],
    clientAuthMethods: ['none'],
    scopes: ['openid'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: cookieConfiguration(),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    interactions: {
      policy: createAlwaysChoosePolicy(),
      url: (_ctx, interaction) => `${demoOidcPath}/interaction/${interaction.uid}`,
    },
    findAccount: createFindAccount(addresses.origin),
    loadExistingGrant: grantEverything,
    renderError: (ctx, { error }) => {
      ctx.type = 'html';
      ctx.body = renderErrorPage(error);
    },
    ttl: {
      Grant: 60,
      IdToken: ID_TOKEN_LIFETIME_S,
      Interaction: INTERACTION_LIFETIME_S,
      Session: 60,
    },
  };
}

function cookieConfiguration(): NonNullable<Configuration['cookies']> {
  return {
    names: {
      session: 'guilda_demo_session',
      interaction: 'guilda_demo_choice',
      resume: 'guilda_demo_resume',
    },
    long: { httpOnly: true, sameSite: 'lax', path: demoOidcPath },
    // The library restricts these cookies to the path of the request that they belong to.
    short: { httpOnly: true, sameSite: 'lax' },
  };
}

function createAlwaysChoosePolicy() {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

const choiceSchema = z.object({
  email: z.string(),
  name: z.string(),
  picture: z.string().nullish(),
});

/** Converts a chosen account into the result that the library stores until it signs the token. */
export function interactionResultOf(account: DemoAccount) {
  const { sub } = demoClaims(account, 'http://localhost');
  return { select_account: {}, login: { accountId: sub }, choice: { ...account } };
}

function createFindAccount(origin: string): FindAccount {
  return (ctx, accountId) => {
    const choice = choiceSchema.safeParse(ctx.oidc.result?.choice);
    if (!choice.success) return undefined;
    const account: Account = { accountId, claims: () => demoClaims(choice.data, origin) };
    return account;
  };
}

async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({
    ...(oidc.client ? { clientId: oidc.client.clientId } : {}),
    ...(oidc.account ? { accountId: oidc.account.accountId } : {}),
  });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

/**
 * Allows redirects to http and localhost. The library refuses both for the implicit flow, which is right except in a
 * demo. This function replaces the check as the library's documentation describes (recipe "Allowing HTTP and/or
 * localhost for implicit clients"). The cast is needed because the types do not declare the client's schema.
 */
function allowHttpRedirects(provider: Provider): void {
  const { Client } = provider as unknown as {
    Client: { Schema: { prototype: { invalidate(message: string, code?: string): void } } };
  };
  const { invalidate } = Client.Schema.prototype;
  Client.Schema.prototype.invalidate = function (message, code) {
    if (code === 'implicit-force-https' || code === 'implicit-forbid-localhost') return;
    invalidate.call(this, message, code);
  };
}
