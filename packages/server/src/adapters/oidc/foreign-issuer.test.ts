import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ForeignIssuer,
  foreignClientId,
  startForeignIssuer,
} from '../../../test/peers/foreign-issuer.ts';
import { describeIdentityProvider } from '../../../test/ports/identity-provider-suite.ts';
import { createOidcIdentityProvider } from './oidc-identity-provider.ts';

const rejectedResult = { ok: false, code: 'identity_rejected' };

const providerOf = ({ url }: ForeignIssuer, { laterMs = 0, keysCooldownMs = 30_000 } = {}) =>
  createOidcIdentityProvider({
    issuer: () => url,
    clientId: foreignClientId,
    clock: { now: () => new Date(Date.now() + laterMs) },
    retryAfterMs: 1,
    keysCooldownMs,
  });

describeIdentityProvider('a certified issuer', async () => {
  const issuer = await startForeignIssuer();
  return {
    provider: (laterMs) => providerOf(issuer, { laterMs }),
    clientId: foreignClientId,
    signIn: (person, nonce) => issuer.signIn(person, { nonce }),
    emails: { ana: 'ana@pessoas.example', bia: 'bia@pessoas.example' },
    keys: async () => (await fetch(`${issuer.url}/jwks`)).text(),
    breakIssuer: issuer.stop,
    repairIssuer: issuer.start,
    close: issuer.stop,
  };
});

describe('a certified issuer', () => {
  let issuer: ForeignIssuer;
  beforeAll(async () => {
    issuer = await startForeignIssuer();
  });
  afterAll(() => issuer.stop());

  it('signs tokens for other sites and for unverified people, who are refused here', async () => {
    const provider = providerOf(issuer);
    expect(await provider.verify(await issuer.signIn('ana', { other: true }))).toEqual(
      rejectedResult,
    );
    expect(await provider.verify(await issuer.signIn('unverified'))).toEqual(rejectedResult);
    expect(await provider.verify(await issuer.signIn('ana'))).toMatchObject({
      ok: true,
      value: { issuer: issuer.url, subject: 'ana', name: 'Nome de ana' },
    });
  });

  it('may change its keys: new tokens are accepted at once, and old ones are refused afterwards', async () => {
    const provider = providerOf(issuer, { keysCooldownMs: 0 });
    const oldToken = await issuer.signIn('ana');
    expect(await provider.verify(oldToken)).toMatchObject({ ok: true });
    await issuer.rotate();
    expect(await provider.verify(await issuer.signIn('ana'))).toMatchObject({ ok: true });
    expect(await provider.verify(oldToken)).toEqual(rejectedResult);
    expect(await provider.verify(await issuer.sign({}))).toMatchObject({ ok: true });
  });
});
