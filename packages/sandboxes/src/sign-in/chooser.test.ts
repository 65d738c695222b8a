import formbody from '@fastify/formbody';
import type { IdentityProvider } from '@guilda/server/ports/identity-provider';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  authorizationUrl,
  callbackParams,
  demoPeople,
  startTestSite,
  TestBrowser,
  type TestSite,
  verifierOf,
} from '../../../server/test/peers/demo-oidc-site.ts';
import { demoAccountIssuer, demoSubject } from './index.ts';

let demoSite: TestSite;
let provider: IdentityProvider;
let browser: TestBrowser;

const warnSpy = vi.spyOn(console, 'warn');
const infoSpy = vi.spyOn(console, 'info');
const errorSpy = vi.spyOn(console, 'error');

beforeAll(async () => {
  demoSite = await startTestSite({
    prepare: async (app) => {
      await app.register(formbody);
    },
  });
  provider = verifierOf(demoSite);
});

afterAll(() => demoSite[Symbol.asyncDispose]());

beforeEach(() => {
  browser = new TestBrowser();
});

afterEach(() => {
  expect(demoSite.errors).toEqual([]);
  for (const spy of [warnSpy, infoSpy, errorSpy]) expect(spy).not.toHaveBeenCalled();
});

describe('signing in', () => {
  it('shows the demo people, and signs in the chosen one', async () => {
    const chooser = await browser.open(authorizationUrl(demoSite));
    expect(chooser.status).toBe(200);
    expect(chooser.body).toContain('Escolha uma conta');
    for (const { email } of demoPeople) expect(chooser.body).toContain(`value="${email}"`);
    expect(chooser.body.match(/Administração/g)).toHaveLength(1);

    const callbackPage = await browser.open(chooser.url, { account: 'ana@guilda.example' });
    expect(callbackPage.status).toBe(303);
    expect(callbackPage.url.split('#')[0]).toBe(`${demoSite.origin}/login/callback`);
    const { id_token: idToken = '', state } = callbackParams(callbackPage);
    expect(state).toBe('state-1');
    expect(await provider.verify(idToken)).toEqual({
      ok: true,
      value: {
        issuer: demoAccountIssuer,
        subject: demoSubject('ana@guilda.example'),
        email: 'ana@guilda.example',
        emailVerified: true,
        name: 'Ana Administra',
        picture: `${demoSite.origin}/a.svg`,
        nonce: 'nonce-1',
        authenticatedAt: expect.any(Date),
        token: { hash: expect.any(Buffer), endsAt: expect.any(Date) },
      },
    });
  });

  it('says when a person signed in, if the site wants a fresh sign-in', async () => {
    const startedAt = Date.now();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const requestUrl = authorizationUrl(demoSite, {
        max_age: '0',
        login_hint: 'ana@guilda.example',
      });
      const chooser = await browser.open(requestUrl);
      expect(chooser.body).toContain('Escolha uma conta');
      const callbackPage = await browser.open(chooser.url, { account: 'ana@guilda.example' });
      const idToken = callbackParams(callbackPage).id_token ?? '';
      expect(decodeJwt(idToken)['auth_time']).toEqual(expect.any(Number));
      const identity = await provider.verify(idToken);
      if (!identity.ok) throw new Error(identity.code);
      expect(identity.value.authenticatedAt.getTime()).toBeGreaterThan(startedAt - 2_000);
    }
  });

  it('accepts another account', async () => {
    const chooser = await browser.open(authorizationUrl(demoSite));
    const form = await browser.open(`${chooser.url}?conta=outra`);
    expect(form.body).toMatch(/<label for="email">E-mail<\/label>\s*<input id="email"/);
    expect(form.body).toMatch(/<label for="name">Nome<\/label>\s*<input id="name"/);
    expect(form.body).toContain('>Continuar</button>');
    const callbackPage = await browser.open(form.url, {
      email: ' Nova@Gente.example ',
      name: ' Nova Gente ',
    });
    expect(await provider.verify(callbackParams(callbackPage).id_token ?? '')).toMatchObject({
      ok: true,
      value: {
        subject: demoSubject('nova@gente.example'),
        email: 'nova@gente.example',
        name: 'Nova Gente',
        picture: null,
      },
    });
  });

  it('shows what is wrong with another account, and escapes the typed text', async () => {
    const chooser = await browser.open(authorizationUrl(demoSite));
    const attack = '"><script>alert(1)</script>';
    const form = await browser.open(`${chooser.url}?conta=outra`, { email: attack, name: '' });
    expect(form.status).toBe(400);
    expect(form.body).toContain('Informe um e-mail válido.');
    expect(form.body).toContain('Informe um nome.');
    expect(form.body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(form.body).not.toContain('<script');
    const longNamePage = await browser.open(form.url, {
      email: 'a@b.example',
      name: 'a'.repeat(81),
    });
    expect(longNamePage.body).toContain('Use até 80 caracteres.');
    const nulNamePage = await browser.open(form.url, { email: 'a@b.example', name: 'a\u0000b' });
    expect(nulNamePage.status).toBe(400);
    const emptyFormPage = await browser.open(form.url, {});
    expect(emptyFormPage.status).toBe(400);
    const callbackPage = await browser.open(form.url, { email: 'a@b.example', name: '<i>Zé</i>' });
    expect(decodeJwt(callbackParams(callbackPage).id_token ?? '').name).toBe('<i>Zé</i>');
  });

  it('escapes the names of the people', async () => {
    const { body } = await browser.open(authorizationUrl(demoSite));
    expect(body).toContain('Bia &lt;b&gt;&quot;Braba&quot;&lt;/b&gt;');
    expect(body).not.toContain('<b>');
  });

  it('can be cancelled', async () => {
    const chooser = await browser.open(authorizationUrl(demoSite));
    const callbackPage = await browser.open(`${chooser.url}/cancel`, {});
    expect(callbackParams(callbackPage)).toMatchObject({
      error: 'access_denied',
      state: 'state-1',
    });
    expect(callbackParams(callbackPage)).not.toHaveProperty('id_token');
    const reopenedPage = await browser.open(chooser.url);
    expect(reopenedPage.status).toBe(400);
  });

  it('asks every time, and allows one browser to change accounts', async () => {
    for (const { email } of demoPeople) {
      for (const prompt of ['select_account', 'login', '']) {
        const chooser = await browser.open(authorizationUrl(demoSite, { prompt }));
        expect(chooser.body).toContain('Escolha uma conta');
        const callbackPage = await browser.open(chooser.url, { account: email });
        expect(decodeJwt(callbackParams(callbackPage).id_token ?? '').email).toBe(email);
      }
    }
    const silentPage = await browser.open(authorizationUrl(demoSite, { prompt: 'none' }));
    expect(callbackParams(silentPage)).toMatchObject({ error: 'login_required' });
  });

  it('handles sign-ins in two windows of one browser independently', async () => {
    const firstChooser = await browser.open(authorizationUrl(demoSite, { state: 'one' }));
    const secondChooser = await browser.open(authorizationUrl(demoSite, { state: 'two' }));
    const firstCallback = await browser.open(firstChooser.url, { account: 'ana@guilda.example' });
    const secondCallback = await browser.open(secondChooser.url, {
      account: 'caio@guilda.example',
    });
    expect(callbackParams(firstCallback).state).toBe('one');
    expect(callbackParams(secondCallback).state).toBe('two');
    expect(decodeJwt(callbackParams(secondCallback).id_token ?? '').email).toBe(
      'caio@guilda.example',
    );
  });

  it('works at another host name of the machine', async () => {
    const redirect = `${demoSite.alias}/login/callback`;
    const foreignUrl = authorizationUrl(demoSite, { redirect_uri: redirect });
    for (const url of [foreignUrl, foreignUrl.replace(demoSite.origin, demoSite.alias)]) {
      const chooser = await browser.open(url);
      expect(new URL(chooser.url).origin).toBe(new URL(url).origin);
      const policy = chooser.headers.get('content-security-policy');
      expect(policy).toContain(`form-action 'self' ${demoSite.origin} ${demoSite.alias};`);
      const callbackPage = await browser.open(chooser.url, { account: 'ana@guilda.example' });
      expect(callbackPage.url.split('#')[0]).toBe(redirect);
      expect(await provider.verify(callbackParams(callbackPage).id_token ?? '')).toMatchObject({
        ok: true,
      });
    }
  });
});

describe('the account chooser refuses', () => {
  it.each([
    ['another address to return to', { redirect_uri: 'https://evil.example/login/callback' }],
    ['another page of the site', { redirect_uri: 'http://localhost/other' }],
    ['no address', { redirect_uri: '' }],
    ['another client', { client_id: 'evil' }],
    ['no client', { client_id: '' }],
  ])('%s, without a redirect there', async (_name, changes) => {
    const page = await browser.open(authorizationUrl(demoSite, changes));
    expect(page.status).toBe(400);
    expect(new URL(page.url).pathname).toBe('/sandbox/oidc/auth');
    expect(page.body).toContain('Não deu para continuar');
  });

  it.each([
    ['codes', { response_type: 'code' }],
    ['a token in the query', { response_mode: 'query' }],
    ['no nonce', { nonce: '' }],
    ['consent', { prompt: 'consent' }],
  ])('%s, and informs the page', async (_name, changes) => {
    const page = await browser.open(authorizationUrl(demoSite, changes));
    expect(page.url).toContain('/login/callback');
    expect(page.url).toMatch(/[#?&]error=/);
    expect(page.url).not.toContain('id_token=');
  });

  it('a posted token', async () => {
    const page = await browser.open(authorizationUrl(demoSite, { response_mode: 'form_post' }));
    expect(page.status).toBe(400);
    expect(page.body).toContain('invalid_request');
  });

  it('a choice from a browser that did not start the sign-in', async () => {
    const chooser = await browser.open(authorizationUrl(demoSite));
    const otherBrowser = new TestBrowser();
    for (const path of ['', '/cancel']) {
      const page = await otherBrowser.open(chooser.url + path, { account: 'ana@guilda.example' });
      expect(page.status).toBe(400);
      expect(page.body).toContain('expirou ou já foi usado');
    }
    expect((await otherBrowser.open(chooser.url)).status).toBe(400);
  });

  it('other endpoints of the library', async () => {
    for (const path of ['/token', '/me', '/session/end', '/reg', '/request', '/device', '/']) {
      expect((await fetch(`${demoSite.origin}/sandbox/oidc${path}`)).status).toBe(404);
      const response = await fetch(`${demoSite.origin}/sandbox/oidc${path}`, { method: 'POST' });
      expect(response.status).toBe(404);
    }
  });

  it('malformed requests, without an error of the server', async () => {
    const chooser = await browser.open(authorizationUrl(demoSite));
    const strangeUrls = [
      authorizationUrl(demoSite, { scope: 'x', state: 'a\u0000b', nonce: '%00', claims: '{' }),
      `${authorizationUrl(demoSite)}&nonce=a&nonce=b&redirect_uri=http://evil.example`,
      `${authorizationUrl(demoSite)}&prompt[]=a&max_age=-1&id_token_hint=a.b.c&request=x`,
      `${demoSite.origin}/sandbox/oidc/auth?%`,
      `${demoSite.origin}/sandbox/oidc/auth/%00`,
      `${demoSite.origin}/sandbox/oidc/auth/x`,
      `${demoSite.origin}/sandbox/oidc/auth//`,
      `${demoSite.origin}/sandbox/oidc/interaction/%00`,
      `${demoSite.origin}/sandbox/oidc/interaction/__proto__`,
      `${chooser.url}?conta=a&conta=b`,
    ];
    for (const url of strangeUrls) {
      const { status } = await fetch(url, { redirect: 'manual' });
      expect(status, url).toBeLessThan(500);
      expect((await browser.open(url)).status, url).toBeLessThan(500);
    }
    const bodies: [string, string][] = [
      ['application/json', '{'],
      ['text/plain', 'a'],
      ['application/x-www-form-urlencoded', '%%%=&account=%00'],
      ['application/x-www-form-urlencoded', `name=${'a'.repeat(10_000)}`],
    ];
    for (const [type, body] of bodies) {
      const headers = { 'content-type': type };
      const { status } = await fetch(chooser.url, { method: 'POST', headers, body });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  });
});
