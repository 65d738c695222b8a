import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload } from 'jose';
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

let issuer: TestIssuer;
let nowMs: number;
let provider: IdentityProvider;

const clock = { now: () => new Date(nowMs) };
const nowSeconds = () => Math.floor(nowMs / 1000);

const buildClaims = (changes: JWTPayload = {}): JWTPayload => ({
  ...validClaims(issuer, clock.now()),
  ...changes,
});

const claimsWithout = (name: string) => {
  const { [name]: _, ...rest } = buildClaims();
  return rest;
};

const encodeJson = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

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

describe('a valid token', () => {
  it('gives the identity when it is signed with RS256 or ES256', async () => {
    const identity = {
      issuer: issuer.url,
      subject: '1029384756',
      email: 'ana@exemplo.com.br',
      emailVerified: true,
      name: 'Ana Paula',
      picture: 'https://fotos.example/ana.png',
      nonce: 'n-1',
      authenticatedAt: new Date((nowSeconds() - 5) * 1000),
      token: { hash: expect.any(Buffer), endsAt: expect.any(Date) },
    };
    for (const alg of ['RS256', 'ES256'] as const) {
      const token = await issuer.sign(buildClaims(), { alg });
      expect(await provider.verify(token)).toEqual({ ok: true, value: identity });
    }
  });

  it('may lack name, picture and nonce', async () => {
    const token = await issuer.sign(
      buildClaims({ name: ['Ana'], picture: 'javascript:1', nonce: '' }),
    );
    expect(await provider.verify(token)).toMatchObject({
      value: { name: null, picture: null, nonce: '' },
    });
    const minimalToken = await issuer.sign({
      ...claimsWithout('name'),
      picture: undefined,
      nonce: undefined,
    });
    expect(await provider.verify(minimalToken)).toMatchObject({
      value: { name: null, picture: null, nonce: null },
    });
  });

  it('has one hash however its signature is encoded, and another token has another hash', async () => {
    const hashOfToken = async (token: string) => {
      const identity = await provider.verify(token);
      if (!identity.ok) throw new Error(identity.code);
      return identity.value.token.hash.toString('hex');
    };
    const token = await issuer.sign(buildClaims());
    // The last base64url letter of a 256-byte signature has four unused bits, so another letter encodes the same bytes.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const rewrittenToken = token.slice(0, -1) + letters[letters.indexOf(token.at(-1) ?? '') ^ 1];
    expect(rewrittenToken).not.toBe(token);
    expect(await hashOfToken(rewrittenToken)).toBe(await hashOfToken(token));
    expect(await hashOfToken(await issuer.sign(buildClaims({ jti: 'another' })))).not.toBe(
      await hashOfToken(token),
    );
  });

  it.each([
    ['auth_time', 1_000_000, 1_000_000],
    ['iat, where the issuer does not say', undefined, null],
    ['long ago, where it cannot be read', 'just now', 0],
    ['long ago, where it is negative', -1, 0],
    ['long ago, where it is no possible date', 1e18, 0],
  ])('says when the person signed in: %s', async (_, authTime, expected) => {
    const identity = await provider.verify(await issuer.sign(buildClaims({ auth_time: authTime })));
    if (!identity.ok) throw new Error(identity.code);
    const signInSeconds = identity.value.authenticatedAt.getTime() / 1000;
    expect(signInSeconds).toBe(expected ?? nowSeconds() - 5);
  });

  it('says when it ends, including the tolerance between clocks', async () => {
    const expirySeconds = Math.floor(nowMs / 1000) + 1800;
    const identity = await provider.verify(await issuer.sign(buildClaims({ exp: expirySeconds })));
    expect(identity).toMatchObject({
      value: { token: { endsAt: new Date((expirySeconds + 10) * 1000) } },
    });
  });

  it('may have several audiences when it was issued to this client', async () => {
    const token = await issuer.sign(buildClaims({ aud: [clientId, 'other'], azp: clientId }));
    expect(await provider.verify(token)).toMatchObject({ ok: true });
  });

  it('gives the configured name of its issuer for the account', async () => {
    const providerWithIssuerName = makeProvider({ accountIssuer: 'demo' });
    expect(await providerWithIssuerName.verify(await issuer.sign(buildClaims()))).toMatchObject({
      value: { issuer: 'demo' },
    });
  });
});

describe('an invalid token', () => {
  const attempts: Record<string, () => Promise<string> | string> = {
    'a forged signature': async () => {
      const [head, , signature] = (await issuer.sign(buildClaims())).split('.');
      return `${head}.${encodeJson(buildClaims({ sub: 'someone-else' }))}.${signature}`;
    },
    'another issuer’s key': async () =>
      issuer.sign(buildClaims(), { key: await generateKeyPair('RS256', { extractable: true }) }),
    'alg none': () => `${encodeJson({ alg: 'none' })}.${encodeJson(buildClaims())}.`,
    'alg none with a signature': async () =>
      `${encodeJson({ alg: 'none', kid: 'rsa' })}.${encodeJson(buildClaims())}.${(await issuer.sign(buildClaims())).split('.')[2]}`,
    'HS256 keyed with the public key': async () => {
      const body = `${encodeJson({ alg: 'HS256', kid: 'rsa' })}.${encodeJson(buildClaims())}`;
      const publicKeyText = await exportSPKI(issuer.rsa.publicKey);
      return `${body}.${createHmac('sha256', publicKeyText).update(body).digest('base64url')}`;
    },
    'a signature of a kind that is not expected': () =>
      issuer.sign(buildClaims(), { alg: 'RS512' }),
    'a key of its own in the header': async () => {
      const key = await generateKeyPair('RS256', { extractable: true });
      return issuer.sign(buildClaims(), { key, header: { jwk: await exportJWK(key.publicKey) } });
    },
    'a key address of its own': async () =>
      issuer.sign(buildClaims(), {
        key: await generateKeyPair('RS256', { extractable: true }),
        header: { jku: 'https://evil.example/jwks' },
      }),
    'an unknown key id': () => issuer.sign(buildClaims(), { header: { kid: 'nobody' } }),
    'another kind of token': () => issuer.sign(buildClaims(), { header: { typ: 'at+jwt' } }),
    'another audience': () => issuer.sign(buildClaims({ aud: 'other' })),
    'several audiences and no party': () => issuer.sign(buildClaims({ aud: [clientId, 'other'] })),
    'another party': () => issuer.sign(buildClaims({ aud: [clientId, 'other'], azp: 'other' })),
    'another party alone': () => issuer.sign(buildClaims({ azp: 'other' })),
    'another issuer': () => issuer.sign(buildClaims({ iss: 'https://evil.example' })),
    'Google’s name from another issuer': () =>
      issuer.sign(buildClaims({ iss: 'accounts.google.com' })),
    'no issuer': () => issuer.sign(claimsWithout('iss')),
    'no audience': () => issuer.sign(claimsWithout('aud')),
    'a time that is past': () => issuer.sign(buildClaims({ exp: nowSeconds() - 11 })),
    'no end': () => issuer.sign(claimsWithout('exp')),
    'a time to come': () => issuer.sign(buildClaims({ nbf: nowSeconds() + 11 })),
    'a birth to come': () => issuer.sign(buildClaims({ iat: nowSeconds() + 60 })),
    'an old birth': () =>
      issuer.sign(buildClaims({ iat: nowSeconds() - 3700, exp: nowSeconds() + 3600 })),
    'no birth': () => issuer.sign(claimsWithout('iat')),
    'an unverified e-mail': () => issuer.sign(buildClaims({ email_verified: false })),
    'an e-mail that words call unverified': () =>
      issuer.sign(buildClaims({ email_verified: 'false' })),
    'an e-mail verified by a number': () => issuer.sign(buildClaims({ email_verified: 1 })),
    'no word on the e-mail': () => issuer.sign(claimsWithout('email_verified')),
    'no e-mail': () => issuer.sign(claimsWithout('email')),
    'no real e-mail': () => issuer.sign(buildClaims({ email: 'ana' })),
    'no subject': () => issuer.sign(claimsWithout('sub')),
    'an empty subject': () => issuer.sign(buildClaims({ sub: '' })),
    'a long subject': () => issuer.sign(buildClaims({ sub: 'a'.repeat(256) })),
    'a subject with NUL': () => issuer.sign(buildClaims({ sub: 'a\u0000b' })),
    'a subject that is a number': () => issuer.sign(buildClaims({ sub: 42 as unknown as string })),
    'too many characters': () => issuer.sign(buildClaims({ filler: 'a'.repeat(20_000) })),
    nothing: () => '',
    garbage: () => 'não é um token',
    'garbage in three parts': () => 'a.b.c',
    'a list for a header': () => `${encodeJson([])}.${encodeJson(buildClaims())}.AAAA`,
    'critical words nobody knows': () =>
      `${encodeJson({ alg: 'RS256', kid: 'rsa', crit: ['x'], x: 1 })}.${encodeJson(buildClaims())}.AAAA`,
    'claims that are not claims': () => `${encodeJson({ alg: 'RS256', kid: 'rsa' })}.bnVsbA.AAAA`,
  };

  it.each(Object.entries(attempts))('is refused: %s', async (_name, attempt) => {
    expect(await provider.verify(await issuer.sign(buildClaims()))).toMatchObject({ ok: true });
    expect(await provider.verify(await attempt())).toEqual(rejectedResult);
  });

  it('is refused without an exception, whatever its three parts contain', async () => {
    const tokenPart = fc.oneof(
      fc.string(),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
      fc
        .record(
          {
            alg: fc.constantFrom('RS256', 'ES256', 'EdDSA', 'PS256', 'x'),
            kid: fc.constantFrom('rsa', 'ec', ''),
          },
          { requiredKeys: [] },
        )
        .map(encodeJson),
      fc.constant(encodeJson(buildClaims())),
      fc.base64String(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(tokenPart, { minLength: 1, maxLength: 4 }), async (parts) => {
        expect(await provider.verify(parts.join('.'))).toEqual(rejectedResult);
      }),
      { numRuns: 300 },
    );
  });
});

describe('Google', () => {
  const google = 'https://accounts.google.com';
  const claims = { azp: clientId, given_name: 'Ana', family_name: 'Paula', at_hash: 'x', jti: 'y' };
  let verifier: IdentityProvider;
  beforeEach(() => {
    issuer.misbehave = (path, response) => {
      const document = { ...discoveryOf(google), jwks_uri: `${google}/jwks` };
      if (path !== '/jwks') response.end(JSON.stringify(document));
      return path !== '/jwks';
    };
    verifier = makeProvider({ issuer: () => google, transportOrigin: () => issuer.url });
  });

  it.each<[string, JWTPayload]>([
    ['with the address of Google as issuer', { iss: google }],
    ['with the issuer name without https', { iss: 'accounts.google.com' }],
    ['with a text that says that the e-mail is verified', { email_verified: 'true' }],
    ['for the people of a company', { hd: 'exemplo.com.br' }],
    ['for several clients of one project', { aud: [clientId, 'android'] }],
  ])('may sign tokens %s, and is one issuer for all of them', async (_name, publishedIssuer) => {
    const token = await issuer.sign(buildClaims({ iss: google, ...claims, ...publishedIssuer }));
    expect(await verifier.verify(token)).toMatchObject({
      ok: true,
      value: { issuer: google, subject: '1029384756', email: 'ana@exemplo.com.br' },
    });
  });

  it.each<[string, JWTPayload]>([
    ['of another issuer', {}],
    ['of an issuer whose address begins like that of Google', { iss: `${google}.evil.example` }],
    ['of an issuer with an http address', { iss: 'http://accounts.google.com' }],
    ['for another client of the project', { iss: google, azp: 'android' }],
    ['with an unverified e-mail', { iss: google, email_verified: 'false' }],
  ])('cannot have signed tokens %s, which are refused', async (_name, publishedIssuer) => {
    const token = await issuer.sign(buildClaims({ ...claims, ...publishedIssuer }));
    expect(await verifier.verify(token)).toEqual(rejectedResult);
  });
});
