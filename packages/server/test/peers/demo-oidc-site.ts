import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createDemoOidc,
  type DemoOidc,
  type DemoPerson,
  demoAccountIssuer,
  mountDemoOidc,
} from '@guilda/sandboxes/sign-in';
import Fastify, { type FastifyInstance } from 'fastify';
import { createOidcIdentityProvider } from '../../src/adapters/oidc/oidc-identity-provider.ts';
import { type Clock, systemClock } from '../../src/ports/clock.ts';
import type { IdentityProvider } from '../../src/ports/identity-provider.ts';
import { systemIds } from '../../src/ports/ids.ts';

export const demoPeople: readonly DemoPerson[] = [
  { email: 'ana@guilda.example', name: 'Ana Administra', picture: '/a.svg', role: 'admin' },
  { email: 'bia@guilda.example', name: 'Bia <b>"Braba"</b>', picture: null, role: 'user' },
  { email: 'caio@guilda.example', name: 'Caio', picture: 'https://f.example/c.png', role: 'user' },
];

/** A site on loopback that contains the demo identity provider. */
export interface TestSite extends AsyncDisposable {
  readonly demo: DemoOidc;
  /** `http://localhost:…`, the public address. */
  readonly origin: string;
  /** URL of the same site with another host name of this machine. */
  readonly alias: string;
  readonly errors: unknown[];
}

export interface TestSiteOptions {
  /** Called before the provider is mounted. */
  readonly prepare?: (app: FastifyInstance) => Promise<unknown>;
  readonly keyFile?: string;
}

export async function startTestSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const directory = await mkdtemp(join(tmpdir(), 'demo-oidc-'));
  const errors: unknown[] = [];
  // Browsers keep connections open without requests, so closing does not wait for them.
  const app = Fastify({ forceCloseConnections: true });
  await options.prepare?.(app);
  let origin = '';
  const demo = await createDemoOidc({
    publicUrl: () => origin,
    people: demoPeople,
    keyFile: options.keyFile ?? join(directory, 'key.json'),
    clock: systemClock,
    ids: systemIds,
    log: { error: ({ err }) => errors.push(err) },
  });
  await mountDemoOidc(app, demo);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  origin = `http://localhost:${port}`;
  return {
    demo,
    origin,
    alias: `http://127.0.0.1:${port}`,
    errors,
    async [Symbol.asyncDispose]() {
      await app.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** An adapter that verifies tokens of the site's identity provider, and reads that provider's documents over HTTP. */
export function verifierOf(
  { demo, alias }: TestSite,
  clock: Clock = systemClock,
  options: { readonly retryAfterMs?: number } = {},
): IdentityProvider {
  return createOidcIdentityProvider({
    ...options,
    issuer: demo.issuer,
    clientId: demo.clientId,
    clock,
    accountIssuer: demoAccountIssuer,
    transportOrigin: () => alias,
  });
}

export interface FetchedPage {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A minimal browser that stores cookies by path, and follows redirects until it is back at the site. */
export class TestBrowser {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  async open(url: string, form?: Record<string, string>): Promise<FetchedPage> {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: this.#cookieHeader(new URL(url).pathname), accept: 'text/html' },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    this.#storeCookies(response.headers.getSetCookie());
    const location = response.headers.get('location');
    if (location !== null) {
      const nextUrl = new URL(location, url);
      const isOnSite =
        nextUrl.origin === new URL(url).origin && nextUrl.pathname !== '/login/callback';
      if (isOnSite) return this.open(nextUrl.href);
      return { url: nextUrl.href, status: response.status, headers: response.headers, body: '' };
    }
    const { status, headers } = response;
    return { url, status, headers, body: await response.text() };
  }

  #cookieHeader(path: string): string {
    return [...this.#cookies]
      .filter(([, cookie]) => `${path}/`.startsWith(cookie.path.replace(/\/?$/, '/')))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');
  }

  #storeCookies(setCookieLines: string[]): void {
    for (const line of setCookieLines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/';
      this.#cookies.set(`${name} ${path}`, { value, path });
    }
  }
}

/** The authorization URL that the site's page opens to sign in. */
export function authorizationUrl(site: TestSite, changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: site.demo.clientId,
    response_type: 'id_token',
    scope: 'openid email profile',
    redirect_uri: `${site.origin}/login/callback`,
    prompt: 'select_account',
    nonce: 'nonce-1',
    state: 'state-1',
    ...changes,
  });
  for (const [name, value] of Object.entries(changes)) if (value === '') query.delete(name);
  return `${site.origin}/sandbox/oidc/auth?${query}`;
}

/** Parameters in the URL fragment of the callback page. */
export function callbackParams(page: FetchedPage): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(new URL(page.url).hash.slice(1)));
}
