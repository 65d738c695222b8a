import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { createConfigFixture } from './config-fixture.ts';

const { home, production, problemsOf, remove } = createConfigFixture();
afterAll(remove);

describe('readConfig', () => {
  it('needs no setting in demo mode', () => {
    expect(readConfig({ DATA_DIR: join(home, 'a', 'b') })).toMatchObject({
      demo: true,
      port: 3000,
      seedDemo: true,
      rateLimitFactor: 1,
      platformFeePercent: 10,
      logLevel: 'warn',
    });
  });

  it('reads an empty variable as an absent one', () => {
    expect(problemsOf({ PORT: '', DATABASE_URL: '', TOKEN_SECRET: '' })).toBe('');
  });

  it('reads a variable of blanks as an absent one, and never as zero', () => {
    writeFileSync(join(home, 'blank'), ' \n');
    const blankSettings = {
      PORT: ' ',
      PLATFORM_FEE_PERCENT: ' ',
      METRICS_PORT: '\t',
      S3_REGION: ' ',
    };
    expect(readConfig({ DATA_DIR: join(home, 'data'), ...blankSettings })).toMatchObject({
      port: 3000,
      platformFeePercent: 10,
      metrics: null,
    });
    expect(problemsOf({ ...production, TOKEN_SECRET: ' ' })).toContain(
      'TOKEN_SECRET é obrigatória',
    );
    expect(problemsOf({ TOKEN_SECRET_FILE: join(home, 'blank') })).toContain('está vazio');
  });

  it('writes the public address as browsers do', () => {
    const publicUrlOf = (PUBLIC_URL: string) =>
      readConfig({ DATA_DIR: join(home, 'data'), PUBLIC_URL }).publicUrl;
    expect(publicUrlOf('https://guilda.example/')).toBe('https://guilda.example');
    expect(publicUrlOf('https://Guilda.Example:443 ')).toBe('https://guilda.example');
    expect(publicUrlOf('https://guilda.example:8443')).toBe('https://guilda.example:8443');
    expect(publicUrlOf('http://[2001:DB8::1]:3000')).toBe('http://[2001:db8::1]:3000');
  });

  it.each([
    'https://guilda.example/loja',
    'https://guilda.example?a=1',
    'https://guilda.example/#a',
    'https://ana:segredo@guilda.example',
  ])('refuses a public address with more than scheme, host and port: %s', (PUBLIC_URL) => {
    expect(problemsOf({ PUBLIC_URL })).toContain('PUBLIC_URL: deve ter só');
    expect(problemsOf({ PUBLIC_URL })).not.toContain('segredo');
  });

  it('refuses lists with entries that can never match', () => {
    for (const givenAddresses of ['ana@a.example; bia@a.example', 'Ana <ana@a.example>', 'ana']) {
      expect(problemsOf({ ADMIN_EMAILS: givenAddresses })).toContain('ADMIN_EMAILS');
    }
    for (const givenProxies of ['proxy', '10.0.0.5,', '10.0.0.0/40']) {
      expect(problemsOf({ TRUSTED_PROXIES: givenProxies })).toContain('TRUSTED_PROXIES');
    }
    const validSettings = {
      ADMIN_EMAILS: 'Ana@a.example, bia@a.example,',
      TRUSTED_PROXIES: '127.0.0.1, 172.16.0.0/12',
    };
    expect(readConfig({ DATA_DIR: join(home, 'data'), ...validSettings })).toMatchObject({
      adminEmails: ['ana@a.example', 'bia@a.example'],
      trustedProxies: validSettings.TRUSTED_PROXIES,
    });
  });

  it('reports all problems at once', () => {
    const problems = problemsOf({ PORT: 'abc', RATE_LIMIT_FACTOR: '-1', PUBLIC_URL: 'ftp://x' });
    for (const name of ['PORT', 'RATE_LIMIT_FACTOR', 'PUBLIC_URL'])
      expect(problems).toContain(name);
  });

  it('names every setting that production lacks', () => {
    const problems = problemsOf({ NODE_ENV: 'production' });
    for (const name of [
      'DATABASE_URL',
      'PUBLIC_URL',
      'TOKEN_SECRET',
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'PAYMENT_PROVIDER',
      'SMTP_URL',
      'MAIL_FROM',
      'TEAM_EMAIL',
      'FILES_DIR',
      'COMPANY_NAME',
      'COMPANY_CNPJ',
      'COMPANY_ADDRESS',
      'COMPANY_EMAIL',
      'DPO_EMAIL',
    ]) {
      expect(problems).toContain(`${name} é obrigatória`);
    }
    expect(problems).not.toMatch(/DISCORD_|REDIS_/);
  });

  it('requires the registered company in production, and not that of the demo', () => {
    const dirSettings = { DATA_DIR: join(home, 'data') };
    expect(readConfig({ ...dirSettings, COMPANY_CNPJ: '11222333000181' }).company).toEqual({
      name: 'Guilda Demonstração Ltda. (empresa fictícia)',
      cnpj: '11.222.333/0001-81',
      address: 'Rua da Demonstração, 123, Cidade de Exemplo, SP',
      email: 'contato@guilda.example',
      dpoEmail: 'privacidade@guilda.example',
    });
    expect(readConfig({ ...dirSettings, DPO_NAME: 'Ana Lima' }).company.dpoName).toBe('Ana Lima');
    expect(problemsOf({ COMPANY_CNPJ: '11.222.333/0001-82' })).toContain(
      'COMPANY_CNPJ: não é um CNPJ',
    );
    expect(problemsOf({ COMPANY_NAME: 'Guilda\nLtda.', COMPANY_EMAIL: 'contato' })).toMatch(
      /COMPANY_NAME: .*\n.*COMPANY_EMAIL: /,
    );
    const { name, address } = readConfig(dirSettings).company;
    const problemsOfCopiedValues = problemsOf({
      ...production,
      COMPANY_NAME: name,
      COMPANY_ADDRESS: address,
    });
    expect(problemsOfCopiedValues).toContain('COMPANY_NAME é a da demonstração');
    expect(problemsOfCopiedValues).toContain('COMPANY_ADDRESS é a da demonstração');
  });

  it('requires all settings of Discord or none, in production and in demo mode', () => {
    const discordNames = Object.keys(production).filter((name) => name.startsWith('DISCORD_'));
    const settingsWithoutDiscord = Object.entries(production).filter(
      ([name]) => !discordNames.includes(name),
    );
    for (const env of [Object.fromEntries(settingsWithoutDiscord), {}]) {
      expect(problemsOf(env)).toBe('');
      expect(problemsOf({ ...env, DISCORD_CATEGORY_ID: '3' })).toContain(
        `o Discord precisa também de ${discordNames.join(', ')}`,
      );
      expect(problemsOf({ ...env, DISCORD_CLIENT_ID: '1', DISCORD_BOT_TOKEN: 't' })).toContain(
        'o Discord precisa também de DISCORD_CLIENT_SECRET, DISCORD_GUILD_ID',
      );
    }
    expect(problemsOf({ DISCORD_CLIENT_ID: '1', SECRET_FILES: `${home}/none/` })).toContain(
      'DISCORD_CLIENT_SECRET (o arquivo discord_client_secret), DISCORD_BOT_TOKEN (',
    );
    const configWithoutDiscord = readConfig({
      DATA_DIR: join(home, 'data'),
      ...Object.fromEntries(settingsWithoutDiscord),
    });
    expect(configWithoutDiscord).toMatchObject({ demo: false, discord: null });
  });

  it.each([
    ['oi@guilda.example', null, 'oi@guilda.example'],
    ['  Guilda <oi@guilda.example> ', 'Guilda', 'oi@guilda.example'],
    ['Mesa do João<oi@guilda.example>', 'Mesa do João', 'oi@guilda.example'],
    ['"Guilda, a mesa" <oi@guilda.example>', 'Guilda, a mesa', 'oi@guilda.example'],
    ['<oi@guilda.example>', null, 'oi@guilda.example'],
  ])('accepts %s as the sender of mails', (MAIL_FROM, name, address) => {
    expect(readConfig({ DATA_DIR: join(home, 'data'), ...production, MAIL_FROM }).smtp).toEqual({
      url: production.SMTP_URL,
      from: { name, address },
    });
  });

  it.each([
    'Guilda',
    'Guilda <>',
    'Guilda <oi>',
    'Guilda <oi@guilda.example',
    'Guilda <oi@guilda.example> <eu@guilda.example>',
    'Guilda <oi@guilda.example>, eu@guilda.example',
    'oi@guilda.example, eu@guilda.example',
    'eu@guilda.example, Guilda <oi@guilda.example>',
    'Guilda\r\nBcc: eu@outra.example <oi@guilda.example>',
    '"Guil\nda" <oi@guilda.example>',
    'Guil\u2028da <oi@guilda.example>',
    'Guil\u202eda <oi@guilda.example>',
    'Guilda, a mesa <oi@guilda.example>',
    'banco@outra.example <oi@guilda.example>',
    `${'G'.repeat(101)} <oi@guilda.example>`,
  ])('refuses %j as the sender of mails', (MAIL_FROM) => {
    const problems = problemsOf({ ...production, MAIL_FROM });
    expect(problems).toContain('MAIL_FROM: deve ser um endereço');
    expect(problems).not.toContain('Bcc');
  });

  it('requires https and a long secret in production', () => {
    const problems = problemsOf({
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://guilda.example',
      TOKEN_SECRET: 'short',
    });
    expect(problems).toContain('https://');
    expect(problems).toContain('TOKEN_SECRET');
  });

  it('accepts all settings of production, with a folder or a bucket and with each payment provider', () => {
    const { FILES_DIR: _folder, ...withoutFilesDir } = production;
    const bucketSettings = {
      S3_BUCKET: 'guilda',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'segredo',
    };
    const stripeSettings = {
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk',
      STRIPE_WEBHOOK_SECRET: 'w',
    };
    expect(problemsOf(production)).toBe('');
    expect(problemsOf({ ...withoutFilesDir, ...bucketSettings, ...stripeSettings })).toBe('');
    expect(problemsOf(withoutFilesDir)).toContain(
      'FILES_DIR é obrigatória em produção, ou S3_BUCKET',
    );
    expect(problemsOf({ ...production, ...bucketSettings })).toContain('FILES_DIR e S3_BUCKET');
  });

  it('refuses direct reads from a store without https, or on the host of the public address, which gets cookies', () => {
    const { FILES_DIR: _folder, ...withoutFilesDir } = production;
    const bucketSettings = {
      S3_BUCKET: 'guilda',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'segredo',
    };
    const problemsOfStore = (S3_ENDPOINT: string, S3_DIRECT_READS = '1') =>
      problemsOf({ ...withoutFilesDir, ...bucketSettings, S3_ENDPOINT, S3_DIRECT_READS });
    const { hostname } = new URL(production.PUBLIC_URL);
    expect(problemsOfStore('https://arquivos.example')).toBe('');
    expect(problemsOfStore('http://minio.internal:9000', '0')).toBe('');
    expect(problemsOfStore('http://arquivos.example')).toContain('https:// com S3_DIRECT_READS');
    expect(problemsOfStore(`https://${hostname}:9000`)).toContain(
      'host que não seja o de PUBLIC_URL',
    );
  });

  it('requires the settings of the chosen payment provider, and refuses the demo one in production', () => {
    const { MERCADO_PAGO_WEBHOOK_SECRET: _secret, ...rest } = production;
    expect(problemsOf(rest)).toContain('MERCADO_PAGO_WEBHOOK_SECRET é obrigatória');
    expect(problemsOf({ ...production, PAYMENT_PROVIDER: 'stripe' })).toContain(
      'STRIPE_SECRET_KEY',
    );
    expect(problemsOf({ ...production, PAYMENT_PROVIDER: 'demo' })).toContain('PAYMENT_PROVIDER');
  });

  it('refuses a secret that is easy to guess and an issuer without https in production', () => {
    expect(problemsOf({ ...production, TOKEN_SECRET: 'abc'.repeat(20) })).toContain('adivinhar');
    expect(problemsOf({ ...production, OIDC_ISSUER: 'http://id.example' })).toContain(
      'OIDC_ISSUER',
    );
  });

  it.each(['MERCADO_PAGO_ACCESS_TOKEN', 'DISCORD_BOT_TOKEN', 'DISCORD_CLIENT_SECRET'])(
    'refuses a value of %s that was copied together with other characters',
    (name) => {
      expect(problemsOf({ ...production, [name]: ' APP_USR-1 ' })).toBe('');
      for (const givenToken of ['“segredo”', 'segredo\nsegredo', 'Bearer segredo']) {
        const problems = problemsOf({ ...production, [name]: givenToken });
        expect(problems).toContain(`${name}: tem`);
        expect(problems).not.toContain('segredo');
      }
    },
  );

  it('ignores the settings of real providers in demo mode', () => {
    const { NODE_ENV: _production, ...otherSettings } = production;
    const config = readConfig({ ...otherSettings, DATA_DIR: join(home, 'data'), S3_ENDPOINT: '' });
    expect(config).toMatchObject({ demo: true, payments: null, smtp: null });
  });

  it('reports the part of the address of the database that cannot be read', () => {
    const problems = problemsOf({
      DATABASE_URL: `postgres://db.example/g?sslrootcert=${home}/nada.pem`,
    });
    expect(problems).toContain('DATABASE_URL: não é possível ler o arquivo de sslrootcert');
    expect(problems).not.toContain('db.example');
    expect(problemsOf({ DATABASE_URL: `postgres://db.example/g?sslrootcert=${home}` })).toContain(
      'sslrootcert',
    );
    expect(problemsOf({ DATABASE_URL: 'postgres://db.example/g?sslmode=verify-full' })).toBe('');
  });
});
