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
  let isAway = false;
  const testSite = await startTestSite({
    prepare: async (app) =>
      app.addHook('onRequest', async (_request, reply) => {
        if (isAway) await reply.code(503).send();
      }),
  });
  return {
    provider: (laterMs = 0) =>
      verifierOf(testSite, { now: () => new Date(Date.now() + laterMs) }, { retryAfterMs: 1 }),
    clientId: testSite.demo.clientId,
    signIn: async (personName, nonce) => {
      const visitor = new TestBrowser();
      const chooser = await visitor.open(authorizationUrl(testSite, { nonce }));
      const callbackPage = await visitor.open(chooser.url, {
        account: `${personName}@guilda.example`,
      });
      return callbackParams(callbackPage).id_token ?? '';
    },
    emails: { ana: 'ana@guilda.example', bia: 'bia@guilda.example' },
    keys: async () => (await fetch(`${testSite.alias}/sandbox/oidc/jwks`)).text(),
    breakIssuer: async () => {
      isAway = true;
    },
    repairIssuer: async () => {
      isAway = false;
    },
    close: async () => testSite[Symbol.asyncDispose](),
  };
});

describe('the pages of the sign-in sandbox', () => {
  it('run no scripts, cannot be framed and stay connected to their opener', async () => {
    const chooser = await browser.open(authorizationUrl(demoSite));
    const startResponse = await fetch(authorizationUrl(demoSite), { redirect: 'manual' });
    for (const { headers } of [chooser, startResponse]) {
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
    const fetchAsset = (name: string) => fetch(`${demoSite.origin}/sandbox/oidc/assets/${name}`);
    const styleSheets: string[] = [];
    for (const name of ['tokens.css', 'pages.css']) {
      const cssResponse = await fetchAsset(name);
      expect(cssResponse.headers.get('content-type')).toBe('text/css; charset=utf-8');
      expect(cssResponse.headers.get('cache-control')).toBe('public, max-age=3600');
      styleSheets.push(await cssResponse.text());
    }
    const names = [...styleSheets.join('').matchAll(/url\("?([\w.-]+)"?\)/g)].map(
      ([, name]) => name,
    );
    expect(names).toHaveLength(3);
    for (const name of names) {
      const fontResponse = await fetchAsset(name ?? '');
      expect(fontResponse.headers.get('content-type')).toBe('font/woff2');
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
    const startResponse = await fetch(url, { headers, redirect: 'manual' });
    const cookie = startResponse.headers.getSetCookie().map((line) => line.split(';')[0]);
    const choiceResponse = await fetch(new URL(startResponse.headers.get('location') ?? '', url), {
      method: 'POST',
      headers: { cookie: cookie.join('; ') },
      body: new URLSearchParams({ account: 'ana@guilda.example' }),
      redirect: 'manual',
    });
    expect(choiceResponse.status).toBe(303);
    expect(choiceResponse.headers.get('location')).toMatch(`${demoSite.origin}/sandbox/oidc/auth/`);
  });
});

describe('tokens for scripts', () => {
  it('have the same claims as those of the chooser', async () => {
    const chooser = await browser.open(authorizationUrl(demoSite));
    const callbackPage = await browser.open(chooser.url, { account: 'ana@guilda.example' });
    const chosenToken = callbackParams(callbackPage).id_token ?? '';
    const [ana] = demoPeople;
    const issuedToken = await demoSite.demo.issueIdToken({
      ...ana,
      email: ' ANA@guilda.example',
      name: 'X',
    });
    expect(decodeProtectedHeader(issuedToken)).toEqual(decodeProtectedHeader(chosenToken));
    const { nonce: _n, iat: _i, exp: _e, ...claims } = decodeJwt(chosenToken);
    const { iat: _iat, exp: _exp, jti: _jti, ...own } = decodeJwt(issuedToken);
    expect(own).toEqual({ ...claims, name: 'X' });
  });

  it('may lack a name, contain the time of the sign-in, and are all different', async () => {
    const account = { email: 'eva@x.example', authTime: 1_700_000_000 };
    const tokens = await Promise.all([1, 2].map(() => demoSite.demo.issueIdToken(account)));
    const [firstClaims, secondClaims] = tokens.map((token) => decodeJwt(token));
    expect(firstClaims).toMatchObject({ email: account.email, auth_time: account.authTime });
    expect(firstClaims).not.toHaveProperty('name');
    expect(firstClaims?.jti).not.toBe(secondClaims?.jti);
  });

  it('are accepted, and lead to the same account whatever the e-mail’s letter case', async () => {
    const token = await demoSite.demo.issueIdToken({ email: 'Dani@X.example', name: 'Dani' });
    const verification = await provider.verify(token);
    expect(verification).toMatchObject({
      ok: true,
      value: { subject: demoSubject('dani@x.example') },
    });
  });
});

describe('the key of the sign-in sandbox', () => {
  it('is the same after a restart, and replaced when it cannot be read', async () => {
    const directory = await mkdtemp(`${tmpdir()}/demo-key-`);
    const keyFile = `${directory}/deep/key.json`;
    const account = { email: 'a@b.example', name: 'A' };

    const firstSite = await startTestSite({ keyFile });
    const earlyToken = await firstSite.demo.issueIdToken(account);
    await firstSite[Symbol.asyncDispose]();
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    const secondSite = await startTestSite({ keyFile });
    const lateToken = await secondSite.demo.issueIdToken(account);
    expect(decodeProtectedHeader(lateToken)).toEqual(decodeProtectedHeader(earlyToken));
    expect(await verifierOf(secondSite).verify(lateToken)).toMatchObject({ ok: true });
    await secondSite[Symbol.asyncDispose]();

    await writeFile(keyFile, (await readFile(keyFile, 'utf8')).slice(0, 100));
    const thirdSite = await startTestSite({ keyFile });
    const token = await thirdSite.demo.issueIdToken(account);
    expect(decodeProtectedHeader(token).kid).not.toBe(decodeProtectedHeader(earlyToken).kid);
    expect(await verifierOf(thirdSite).verify(token)).toMatchObject({ ok: true });
    await thirdSite[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });
});
