import { createHmac } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityProvider } from '../../src/ports/identity-provider.ts';

/** An identity provider with its pages, and the adapter that verifies its tokens. */
export interface IdentityProviderHarness {
  /** Creates a new adapter without cached documents; its clock is `laterMs` ahead. */
  provider(laterMs?: number): IdentityProvider;
  readonly clientId: string;
  /** Signs in on the provider's pages with this nonce; returns the ID token. */
  signIn(person: 'ana' | 'bia', nonce: string): Promise<string>;
  /** Verified e-mail address of each person. */
  readonly emails: Readonly<Record<'ana' | 'bia', string>>;
  /** The published keys, as text. */
  keys(): Promise<string>;
  breakIssuer(): Promise<void>;
  repairIssuer(): Promise<void>;
  close(): Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;
const rejectedResult = { ok: false, code: 'identity_rejected' };
const unavailableResult = { ok: false, code: 'unavailable' };

const encodeJson = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Invalid tokens that an attacker without the provider's key can make from a valid token. */
function forgeTokens(token: string, harness: IdentityProviderHarness) {
  const [head = '', body = '', signature = ''] = token.split('.');
  const claims = decodeJwt(token);
  const header = decodeProtectedHeader(token);
  const unsignedHeader = encodeJson({ alg: 'none' });
  return {
    'another subject': () => `${head}.${encodeJson({ ...claims, sub: 'bia' })}.${signature}`,
    'another audience': () => `${head}.${encodeJson({ ...claims, aud: 'other' })}.${signature}`,
    'a longer life': () => `${head}.${encodeJson({ ...claims, exp: 9_999_999_999 })}.${signature}`,
    'no signature': () => `${head}.${body}.`,
    'half a signature': () => `${head}.${body}.${signature.slice(0, 40)}`,
    'alg none': () => `${unsignedHeader}.${body}.`,
    'alg none, signed': () => `${unsignedHeader}.${body}.${signature}`,
    'a key of their own': async () => {
      const { privateKey } = await generateKeyPair('RS256');
      return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'RS256' }).sign(privateKey);
    },
    'the published keys for a secret': async () => {
      const text = `${encodeJson({ ...header, alg: 'HS256' })}.${body}`;
      return `${text}.${createHmac('sha256', await harness.keys())
        .update(text)
        .digest('base64url')}`;
    },
    'two parts': () => `${head}.${body}`,
    nothing: () => '',
  };
}

/** Tests that every {@link IdentityProvider} must pass. */
export function describeIdentityProvider(
  name: string,
  createHarness: () => Promise<IdentityProviderHarness>,
) {
  describe(`identity provider: ${name}`, () => {
    let harness: IdentityProviderHarness;
    beforeAll(async () => {
      harness = await createHarness();
    });
    afterAll(() => harness?.close());

    it('provides the browser’s authorization address and client id', async () => {
      const config = await harness.provider().browserConfig();
      expect(config).toEqual({
        ok: true,
        value: {
          authorizationEndpoint: expect.stringMatching(/^https?:\/\/localhost:\d+\/\S+$/),
          clientId: harness.clientId,
          scope: 'openid email profile',
        },
      });
    });

    it('returns the person who signed in and the nonce of the request', async () => {
      const provider = harness.provider();
      const [first, again, other] = [
        await provider.verify(await harness.signIn('ana', 'n-1')),
        await provider.verify(await harness.signIn('ana', 'n-2')),
        await provider.verify(await harness.signIn('bia', 'n-3')),
      ];
      if (!(first.ok && again.ok && other.ok)) throw new Error('refused');
      expect(first.value).toMatchObject({
        ...{ email: harness.emails.ana, emailVerified: true, nonce: 'n-1' },
        name: expect.stringMatching(/\S/),
      });
      const { authenticatedAt, token } = again.value;
      expect(again.value).toEqual({ ...first.value, nonce: 'n-2', authenticatedAt, token });
      expect(again.value.token.hash).not.toEqual(first.value.token.hash);
      expect(other.value).toMatchObject({ issuer: first.value.issuer, email: harness.emails.bia });
      expect(other.value.subject).not.toBe(first.value.subject);
    });

    it('refuses manipulated and expired tokens', async () => {
      const token = await harness.signIn('ana', 'n-1');
      const provider = harness.provider();
      expect(await provider.verify(token)).toMatchObject({ ok: true });
      for (const [forgery, make] of Object.entries(forgeTokens(token, harness))) {
        expect([forgery, await provider.verify(await make())]).toEqual([forgery, rejectedResult]);
      }
      expect(await provider.verify(token)).toMatchObject({ ok: true });
      expect(await harness.provider(2 * HOUR_MS).verify(token)).toEqual(rejectedResult);
      expect(await harness.provider(-HOUR_MS).verify(token)).toEqual(rejectedResult);
    });

    it('reports unavailable while the issuer is down, and works again afterwards', async () => {
      const token = await harness.signIn('ana', 'n-1');
      const [known, fresh] = [harness.provider(), harness.provider()];
      await known.verify(token);
      await harness.breakIssuer();
      expect(await known.verify(token)).toMatchObject({ ok: true });
      expect(await fresh.verify(token)).toEqual(unavailableResult);
      expect(await fresh.browserConfig()).toEqual(unavailableResult);
      await harness.repairIssuer();
      await expect.poll(() => fresh.verify(token)).toMatchObject({ ok: true });
      expect(await fresh.browserConfig()).toMatchObject({ ok: true });
    });
  });
}
