import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { createConfigFixture } from './config-fixture.ts';

const { home, production, problemsOf, remove } = createConfigFixture();
afterAll(remove);

const signingSecrets = [
  'p3Vq0sJ8m2Kx7RzT5wLhYc9NfGdB1uEa6oQi',
  'Zk4W8bXr1vMt6HcQ9nLsDf2JyPg7AeUo3iKw',
];

describe('the settings of payouts', () => {
  it('have defaults: a day of rest, two administrators above R$ 2.000,00, no secret of their own', () => {
    expect(readConfig({})).toMatchObject({
      payoutProfileRestHours: 24,
      withdrawalTwoEyes: 200_000,
      dataSecrets: [],
    });
  });

  it('accept fractions and refuse negative numbers', () => {
    const env = { PAYOUT_PROFILE_REST_HOURS: '0.5', WITHDRAWAL_TWO_EYES_BRL: '19.99' };
    expect(readConfig(env)).toMatchObject({ payoutProfileRestHours: 0.5, withdrawalTwoEyes: 1999 });
    expect(problemsOf({ PAYOUT_PROFILE_REST_HOURS: '-1' })).toContain('PAYOUT_PROFILE_REST_HOURS');
    expect(problemsOf({ WITHDRAWAL_TWO_EYES_BRL: '-1' })).toContain('WITHDRAWAL_TWO_EYES_BRL');
  });

  it('accept several secrets of 32 characters, in their order, and never print one', () => {
    const secretsText = signingSecrets.join(', ');
    expect(readConfig({ DATA_SECRETS: secretsText }).dataSecrets).toEqual(signingSecrets);
    const problems = problemsOf({ DATA_SECRETS: `${signingSecrets[0]},curto` });
    expect(problems).toContain('DATA_SECRETS: cada segredo deve ter pelo menos 32 caracteres');
    expect(problems).not.toContain('curto,');
    expect(problems).not.toContain(signingSecrets[0]);
  });

  it('refuse a secret that is easy to guess in production', () => {
    const env = {
      NODE_ENV: 'production',
      DATA_SECRETS: `${signingSecrets[0]},${'abc'.repeat(20)}`,
    };
    expect(problemsOf(env)).toContain('DATA_SECRETS é fácil demais de adivinhar');
  });

  it('pay withdrawals by hand unless a provider is named, which needs its keys', () => {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    const providerSettings = { ...production, PAYOUT_PROVIDER: 'mercadopago' };
    const keys = {
      MERCADO_PAGO_PAYOUT_ACCESS_TOKEN: 'token',
      MERCADO_PAGO_PAYOUT_PRIVATE_KEY: String(pem),
      MERCADO_PAGO_PAYOUT_WEBHOOK_SECRET: 'segredo',
    };
    expect(readConfig(production).payouts).toBeNull();
    for (const name of Object.keys(keys)) {
      expect(problemsOf(providerSettings)).toContain(`${name} é obrigatória`);
    }
    expect(problemsOf({ ...providerSettings, ...keys })).toBe('');
    const keysInOneLine = {
      ...keys,
      MERCADO_PAGO_PAYOUT_PRIVATE_KEY: String(pem).replaceAll('\n', '\\n'),
    };
    expect(problemsOf({ ...providerSettings, ...keysInOneLine })).toBe('');
    expect(readConfig({ ...providerSettings, ...keys }).payouts).toMatchObject({
      accessToken: 'token',
    });
    const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
    for (const key of ['segredo', String(rsaKey.export({ type: 'pkcs8', format: 'pem' }))]) {
      expect(
        problemsOf({ ...providerSettings, ...keys, MERCADO_PAGO_PAYOUT_PRIVATE_KEY: key }),
      ).toContain('não é uma chave privada Ed25519');
    }
    expect(problemsOf({ ...production, PAYOUT_PROVIDER: 'demo' })).toContain('PAYOUT_PROVIDER');
    const demoConfig = readConfig({ DATA_DIR: join(home, 'data'), PAYOUT_PROVIDER: 'mercadopago' });
    expect(demoConfig.payouts).not.toBeNull();
  });
});
