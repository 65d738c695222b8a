import type { EventEmitter } from 'node:events';
import type { Clock } from '@guilda/server/ports/clock';
import type { Ids } from '@guilda/server/ports/ids';
import { importJWK, SignJWT } from 'jose';
import { resolveDemoAddresses } from './addresses.ts';
import { readWordmark } from './assets.ts';
import { type DemoAccount, type DemoPerson, demoClaims } from './demo-person.ts';
import type { DemoSite, MountOptions } from './mount.ts';
import { createPages, type DemoPages } from './pages.ts';
import { createProvider, demoClientId, ID_TOKEN_LIFETIME_S } from './provider.ts';
import { loadSigningKey, type SigningKey } from './signing-key.ts';

export {
  type DemoAccount,
  type DemoPerson,
  demoAccountIssuer,
  demoSubject,
} from './demo-person.ts';
export { mountDemoOidc } from './mount.ts';

export interface DemoOidcOptions {
  /** Public URL of the site, from which the issuer is derived; called at the first use. */
  readonly publicUrl: () => string;
  /** The people whom the chooser offers, in this order. */
  readonly people: readonly DemoPerson[];
  /** File with the signing key, stored so that tokens stay valid after a restart. */
  readonly keyFile: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: DemoOidcLog;
}

export interface DemoOidcLog {
  error(details: { err: unknown }, message: string): void;
}

/** Time of a sign-in, if the ID token has to contain it. */
export interface SignInTime {
  /** Time at which the person signed in at the provider, in seconds since 1970. */
  readonly authTime?: number | undefined;
}

/** The embedded OpenID Connect provider of demo mode; `mountDemoOidc` mounts it. */
export interface DemoOidc extends MountOptions {
  readonly clientId: string;
  issuer(): string;
  /** Signs an ID token as after a choice in the account chooser, for scripts that sign in. */
  issueIdToken(account: DemoAccount & SignInTime): Promise<string>;
}

/** Creates the provider; the first start creates its signing key. */
export async function createDemoOidc(options: DemoOidcOptions): Promise<DemoOidc> {
  const { people, clock, ids } = options;
  const key = await loadSigningKey(options.keyFile);
  const pages = createPages(readWordmark());
  let openedSite: DemoSite | undefined;
  const site = () => {
    openedSite ??= createDemoSite(options, key, pages);
    return openedSite;
  };
  return {
    clientId: demoClientId,
    site,
    people,
    pages,
    issuer: () => site().addresses.issuer,
    issueIdToken: (account) => signIdToken(account, { ...site().addresses, key, clock, ids }),
  };
}

function createDemoSite(options: DemoOidcOptions, key: SigningKey, pages: DemoPages): DemoSite {
  const { clock, log } = options;
  const addresses = resolveDemoAddresses(options.publicUrl());
  const provider = createProvider({ addresses, key, clock, renderErrorPage: pages.problem });
  const events: EventEmitter = provider;
  events.on('error', (err: unknown) => log.error({ err }, 'demo sign-in failed'));
  events.on('server_error', (_ctx, err) => log.error({ err }, 'demo sign-in failed'));
  return { addresses, provider };
}

/** Values for signing an ID token, in addition to the account. */
interface TokenSigning {
  readonly issuer: string;
  readonly origin: string;
  readonly key: SigningKey;
  readonly clock: Clock;
  readonly ids: Ids;
}

async function signIdToken(
  { authTime, ...account }: DemoAccount & SignInTime,
  signing: TokenSigning,
): Promise<string> {
  const { alg, kid } = signing.key;
  const now = Math.floor(signing.clock.now().getTime() / 1000);
  const timeClaim = authTime === undefined ? {} : { auth_time: authTime };
  return new SignJWT({ ...demoClaims(account, signing.origin), ...timeClaim })
    .setProtectedHeader({ alg, kid })
    .setIssuer(signing.issuer)
    .setAudience(demoClientId)
    .setJti(signing.ids.uuid())
    .setIssuedAt(now)
    .setExpirationTime(now + ID_TOKEN_LIFETIME_S)
    .sign(await importJWK(signing.key, alg));
}
