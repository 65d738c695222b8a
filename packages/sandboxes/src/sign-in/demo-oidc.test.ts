import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import helmet from '@fastify/helmet';
import type { IdentityProvider } from '@guilda/server/ports/identity-provider';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authorizationUrl,
  callbackParams,
  demoPeople,
  startTestSite,
  TestBrowser,
  type TestSite,
  verifierOf,
} from '../../../server/test/peers/demo-oidc-site.ts';
import { describeIdentityProvider } from '../../../server/test/ports/identity-provider-suite.ts';
import { demoSubject } from './index.ts';

let demoSite: TestSite;
let provider: IdentityProvider;
let browser: TestBrowser;

beforeAll(async () => {
  demoSite = await startTestSite({ prepare: async (app) => app.register(helmet) });
  provider = verifierOf(demoSite);
});

afterAll(() => demoSite[Symbol.asyncDispose]());

beforeEach(() => {
  browser = new TestBrowser();
});

describeIdentityProvider('the sandbox', async () => {
  let away = false;
  const own = await startTestSite({
    prepare: async (app) =>
      app.addHook('onRequest', async (_request, reply) => {
        if (away) await reply.code(503).send();
      }),
  });
  return {
    provider: (later = 0) =>
      verifierOf(own, { now: () => new Date(Date.now() + later) }, { retryAfterMs: 1 }),
    clientId: own.demo.clientId,
    signIn: async (who, nonce) => {
      const visitor = new TestBrowser();
      const chooser = await visitor.open(authorizationUrl(own, { nonce }));
      const back = await visitor.open(chooser.url, { account: `${who}@guilda.example` });
      return callbackParams(back).id_token ?? '';
    },
    emails: { ana: 'ana@guilda.example', bia: 'bia@guilda.example' },
    keys: async () => (await fetch(`${own.alias}/sandbox/oidc/jwks`)).text(),
    breakIssuer: async () => {
      away = true;
    },
    repairIssuer: async () => {
      away = false;
    },
    close: async () => own[Symbol.asyncDispose](),
  };
});

describe('the pages of the sign-in sandbox', () => {
  it('run no scripts, cannot be framed and stay connected to their opener', async () => {
    const chooser = await browser.open(authorizationUrl(demoSite));
    const start = await fetch(authorizationUrl(demoSite), { redirect: 'manual' });
    for (const { headers } of [chooser, start]) {
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none';/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("img-src 'self' https://f.example;");
      expect(policy).not.toContain('unsafe-inline');
      expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(chooser.body).not.toMatch(/<script|<style| style=| on\w+=/);
  });

  it('set cookies for their own addresses only', async () => {
    const { headers } = await fetch(authorizationUrl(demoSite), { redirect: 'manual' });
    const cookies = headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; path=\/sandbox\/oidc\/(interaction|auth)\/[\w-]{20,};/);
      expect(cookie).toMatch(/; samesite=lax; httponly$/);
    }
  });

  it('have their style and fonts', async () => {
    const at = (name: string) => fetch(`${demoSite.origin}/sandbox/oidc/assets/${name}`);
    const sheets: string[] = [];
    for (const name of ['tokens.css', 'pages.css']) {
      const css = await at(name);
      expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8');
      expect(css.headers.get('cache-control')).toBe('public, max-age=3600');
      sheets.push(await css.text());
    }
    const names = [...sheets.join('').matchAll(/url\("?([\w.-]+)"?\)/g)].map(([, name]) => name);
    expect(names).toHaveLength(3);
    for (const name of names) {
      const font = await at(name ?? '');
      expect(font.headers.get('content-type')).toBe('font/woff2');
    }
  });
});

describe('the addresses of the sign-in sandbox', () => {
  it('are the public ones, whatever address its documents are read from', async () => {
    expect(await provider.browserConfig()).toEqual({
      ok: true,
      value: {
        authorizationEndpoint: `${demoSite.origin}/sandbox/oidc/auth`,
        clientId: 'guilda-demo',
        scope: 'openid email profile',
      },
    });
  });

  it('do not depend on the host header of a request', async () => {
    const url = authorizationUrl(demoSite);
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const start = await fetch(url, { headers, redirect: 'manual' });
    const cookie = start.headers.getSetCookie().map((line) => line.split(';')[0]);
    const choice = await fetch(new URL(start.headers.get('location') ?? '', url), {
      method: 'POST',
      headers: { cookie: cookie.join('; ') },
      body: new URLSearchParams({ account: 'ana@guilda.example' }),
      redirect: 'manual',
    });
    expect(choice.status).toBe(303);
    expect(choice.headers.get('location')).toMatch(`${demoSite.origin}/sandbox/oidc/auth/`);
  });
});

describe('tokens for scripts', () => {
  it('have the same claims as those of the chooser', async () => {
    const chooser = await browser.open(authorizationUrl(demoSite));
    const back = await browser.open(chooser.url, { account: 'ana@guilda.example' });
    const chosen = callbackParams(back).id_token ?? '';
    const [ana] = demoPeople;
    const issued = await demoSite.demo.issueIdToken({
      ...ana,
      email: ' ANA@guilda.example',
      name: 'X',
    });
    expect(decodeProtectedHeader(issued)).toEqual(decodeProtectedHeader(chosen));
    const { nonce: _n, iat: _i, exp: _e, ...claims } = decodeJwt(chosen);
    const { iat: _iat, exp: _exp, jti: _jti, ...own } = decodeJwt(issued);
    expect(own).toEqual({ ...claims, name: 'X' });
  });

  it('may lack a name, contain the time of the sign-in, and are all different', async () => {
    const account = { email: 'eva@x.example', authTime: 1_700_000_000 };
    const tokens = await Promise.all([1, 2].map(() => demoSite.demo.issueIdToken(account)));
    const [one, two] = tokens.map((token) => decodeJwt(token));
    expect(one).toMatchObject({ email: account.email, auth_time: account.authTime });
    expect(one).not.toHaveProperty('name');
    expect(one?.jti).not.toBe(two?.jti);
  });

  it('are accepted, and lead to the same account whatever the e-mail’s letter case', async () => {
    const token = await demoSite.demo.issueIdToken({ email: 'Dani@X.example', name: 'Dani' });
    const result = await provider.verify(token);
    expect(result).toMatchObject({ ok: true, value: { subject: demoSubject('dani@x.example') } });
  });
});

describe('the key of the sign-in sandbox', () => {
  it('is the same after a restart, and replaced when it cannot be read', async () => {
    const directory = await mkdtemp(`${tmpdir()}/demo-key-`);
    const keyFile = `${directory}/deep/key.json`;
    const account = { email: 'a@b.example', name: 'A' };

    const first = await startTestSite({ keyFile });
    const early = await first.demo.issueIdToken(account);
    await first[Symbol.asyncDispose]();
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    const second = await startTestSite({ keyFile });
    const late = await second.demo.issueIdToken(account);
    expect(decodeProtectedHeader(late)).toEqual(decodeProtectedHeader(early));
    expect(await verifierOf(second).verify(late)).toMatchObject({ ok: true });
    await second[Symbol.asyncDispose]();

    await writeFile(keyFile, (await readFile(keyFile, 'utf8')).slice(0, 100));
    const third = await startTestSite({ keyFile });
    const token = await third.demo.issueIdToken(account);
    expect(decodeProtectedHeader(token).kid).not.toBe(decodeProtectedHeader(early).kid);
    expect(await verifierOf(third).verify(token)).toMatchObject({ ok: true });
    await third[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });
});
