import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  clientId,
  discoveryOf,
  startTestIssuer,
  type TestIssuer,
  validClaims,
} from '../../../test/peers/oidc-issuer.ts';
import type { IdentityProvider } from '../../ports/identity-provider.ts';
import { createOidcIdentityProvider } from './oidc-identity-provider.ts';

const startedAt = Date.UTC(2026, 10, 20, 12);
const rejectedResult = { ok: false, code: 'identity_rejected' };
const unavailableResult = { ok: false, code: 'unavailable' };

let issuer: TestIssuer;
let nowMs: number;
let provider: IdentityProvider;

const clock = { now: () => new Date(nowMs) };
const buildClaims = (changes = {}) => ({ ...validClaims(issuer, clock.now()), ...changes });
const makeProvider = (changes = {}) =>
  createOidcIdentityProvider({ issuer: () => issuer.url, clientId, clock, ...changes });

beforeAll(async () => {
  issuer = await startTestIssuer();
});

afterAll(() => issuer[Symbol.asyncDispose]());

beforeEach(() => {
  nowMs = startedAt;
  issuer.misbehave = undefined;
  issuer.requests.length = 0;
  provider = makeProvider();
});

describe('the issuer’s documents', () => {
  it('are read once for many tokens, and never for a text that is no token', async () => {
    expect(await provider.verify('a.b.c')).toEqual(rejectedResult);
    expect(issuer.requests).toEqual([]);
    const token = await issuer.sign(buildClaims());
    await Promise.all(Array.from({ length: 20 }, () => provider.verify(token)));
    await provider.verify(token);
    expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/jwks']);
  });

  it('are read again for a key that was added later, but not for every unknown key', async () => {
    await provider.verify(await issuer.sign(buildClaims()));
    for (let index = 0; index < 20; index += 1) {
      const token = await issuer.sign(buildClaims(), { header: { kid: `x${index}` } });
      expect(await provider.verify(token)).toEqual(rejectedResult);
    }
    expect(issuer.requests.filter((path) => path === '/jwks')).toHaveLength(1);
    const providerWithoutCooldown = makeProvider({ keysCooldownMs: 0 });
    const [rsa, ec] = issuer.keys;
    issuer.keys = rsa ? [rsa] : [];
    await providerWithoutCooldown.verify(await issuer.sign(buildClaims()));
    issuer.keys = rsa && ec ? [rsa, ec] : [];
    const token = await issuer.sign(buildClaims(), { alg: 'ES256' });
    expect(await providerWithoutCooldown.verify(token)).toMatchObject({ ok: true });
  });

  const failures: Record<string, NonNullable<TestIssuer['misbehave']>> = {
    'cannot be reached': (_path, response) => {
      response.destroy();
      return true;
    },
    'answer 500': (_path, response) => {
      response.writeHead(500).end();
      return true;
    },
    'are a redirect': (_path, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
      return true;
    },
    'are no JSON': (_path, response) => {
      response.end('<html>');
      return true;
    },
    'are enormous': (_path, response) => {
      response.end(`"${'a'.repeat(300_000)}"`);
      return true;
    },
    'are of another issuer': (path, response) => {
      response.end(JSON.stringify(path === '/jwks' ? {} : discoveryOf('https://evil.example')));
      return true;
    },
    'come too late': () => true,
    'lack the keys': (path, response) => {
      if (path === '/jwks') response.writeHead(404).end();
      return path === '/jwks';
    },
    'hold keys that are none': (path, response) => {
      if (path === '/jwks') response.end('{"keys":[1]}');
      return path === '/jwks';
    },
  };

  it.each(Object.entries(failures))(
    'that %s make the issuer unavailable until they are correct again',
    async (_name, misbehave) => {
      const providerWithShortTimeout = makeProvider({ timeoutMs: 150 });
      const token = await issuer.sign(buildClaims());
      issuer.misbehave = misbehave;
      expect(await providerWithShortTimeout.verify(token)).toEqual(unavailableResult);
      const requestCount = issuer.requests.length;
      expect(await providerWithShortTimeout.verify(token)).toEqual(unavailableResult);
      issuer.misbehave = undefined;
      expect(issuer.requests.length).toBeGreaterThanOrEqual(requestCount);
      // The call is repeated, because on a busy machine even a correct issuer may answer after the short timeout.
      const verifyAfterCooldown = () => {
        nowMs += 2000;
        return providerWithShortTimeout.verify(token);
      };
      await expect.poll(verifyAfterCooldown).toMatchObject({ ok: true });
    },
  );

  it('are not requested again right after a failure', async () => {
    issuer.misbehave = failures['answer 500'];
    const token = await issuer.sign(buildClaims());
    for (let index = 0; index < 5; index += 1) await provider.verify(token);
    expect(issuer.requests).toHaveLength(1);
  });

  it('are used for some hours when the issuer fails later', async () => {
    const token = async () => issuer.sign(buildClaims());
    await provider.verify(await token());
    nowMs += 2 * 60 * 60 * 1000;
    issuer.misbehave = failures['answer 500'];
    expect(await provider.verify(await token())).toMatchObject({ ok: true });
  });

  it('give the browser the authorization address', async () => {
    expect(await provider.browserConfig()).toEqual({
      ok: true,
      value: {
        authorizationEndpoint: `${issuer.url}/auth`,
        clientId,
        scope: 'openid email profile',
      },
    });
    issuer.misbehave = failures['answer 500'];
    expect(await makeProvider().browserConfig()).toEqual(unavailableResult);
  });

  it('can be fetched from another origin than the issuer names', async () => {
    const url = 'http://public.example';
    issuer.misbehave = (path, response) => {
      if (path !== '/jwks') response.end(JSON.stringify(discoveryOf(url)));
      return path !== '/jwks';
    };
    const providerByOtherOrigin = makeProvider({
      issuer: () => url,
      transportOrigin: () => issuer.url,
    });
    const token = await issuer.sign(buildClaims({ iss: url }));
    expect(await providerByOtherOrigin.verify(token)).toMatchObject({
      ok: true,
      value: { issuer: url },
    });
    expect(await providerByOtherOrigin.browserConfig()).toMatchObject({
      value: { authorizationEndpoint: `${url}/auth` },
    });
  });
});
