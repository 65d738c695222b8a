import { generateKeyPairSync } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { createConfigFixture } from './config-fixture.ts';

const { problemsOf, remove } = createConfigFixture();
afterAll(remove);

const keyPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privateKey = keyPair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const publicKey = keyPair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const yotiEnvironment = { NODE_ENV: 'production', AGE_PROVIDER: 'yoti' };

describe('the settings of age checks', () => {
  it('need a service, a credential of one kind and the key of notifications', () => {
    const problems = problemsOf(yotiEnvironment);
    expect(problems).toContain('YOTI_SDK_ID é obrigatória em produção');
    expect(problems).toContain('YOTI_NOTIFICATION_KEY é obrigatória em produção');
    expect(problems).toContain('YOTI_PRIVATE_KEY é obrigatória com AGE_PROVIDER=yoti');
    const bothKeys = { ...yotiEnvironment, YOTI_PRIVATE_KEY: privateKey, YOTI_API_KEY: 'key' };
    expect(problemsOf(bothKeys)).toContain('YOTI_API_KEY em seu lugar');
  });

  it('refuse keys of another kind without printing them, and accept them on one line', () => {
    const problemsOfWrongKeys = problemsOf({
      ...yotiEnvironment,
      YOTI_PRIVATE_KEY: 'segredo',
      YOTI_NOTIFICATION_KEY: 'x',
    });
    expect(problemsOfWrongKeys).toContain('YOTI_PRIVATE_KEY não é uma chave privada RSA em PEM');
    expect(problemsOfWrongKeys).toContain(
      'YOTI_NOTIFICATION_KEY não é uma chave pública RSA em PEM',
    );
    expect(problemsOfWrongKeys).not.toContain('segredo');
    const problemsOfRightKeys = problemsOf({
      ...yotiEnvironment,
      YOTI_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
      YOTI_NOTIFICATION_KEY: publicKey,
    });
    expect(problemsOfRightKeys).not.toMatch(/YOTI_(PRIVATE|NOTIFICATION)_KEY/);
  });

  it('limit the methods of proof, the estimate and its validity', () => {
    expect(problemsOf({ AGE_METHODS: 'face,palavra' })).toContain('AGE_METHODS');
    expect(problemsOf({ AGE_METHODS: ',' })).toContain('AGE_METHODS');
    expect(problemsOf({ AGE_FACE_THRESHOLD: '17' })).toContain('AGE_FACE_THRESHOLD');
    expect(problemsOf({ AGE_VALID_DAYS: '0' })).toContain('AGE_VALID_DAYS');
  });

  it('are ignored in demo mode, which has a sandbox', () => {
    expect(readConfig({ AGE_PROVIDER: 'yoti' }).ageCheck).toBeNull();
  });

  it('refuse an age of accounts that nobody can prove', () => {
    const productionEnv = { NODE_ENV: 'production' };
    const problem = 'ACCOUNT_AGE precisa de AGE_PROVIDER';
    for (const age of ['16', '18'])
      expect(problemsOf({ ...productionEnv, ACCOUNT_AGE: age })).toContain(problem);
    expect(problemsOf({ ...productionEnv, ACCOUNT_AGE: 'off' })).not.toContain(problem);
    expect(problemsOf({ ...yotiEnvironment, ACCOUNT_AGE: '18' })).not.toContain(problem);
  });
});
