import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.ts';

/** Settings for tests in a temporary folder, which `remove` deletes. */
export function createConfigFixture() {
  const home = mkdtempSync(join(tmpdir(), 'guilda-config-'));
  /** Invented values of all settings that production requires. */
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://guilda@db.example/guilda',
    PUBLIC_URL: 'https://guilda.example',
    TOKEN_SECRET: 'p3Vq0sJ8m2Kx7RzT5wLhYc9NfGdB1uEa6oQi',
    ACCESS_RECORDS_RECIPIENTS: 'age1h5dvf9c6xld3hgf0rsz47ps6gha57x5u57sqs2ecsrdwuhruxfyq4e7vs3',
    OIDC_ISSUER: 'https://accounts.google.com',
    OIDC_CLIENT_ID: 'guilda',
    PAYMENT_PROVIDER: 'mercadopago',
    MERCADO_PAGO_ACCESS_TOKEN: 'token',
    MERCADO_PAGO_WEBHOOK_SECRET: 'segredo',
    SMTP_URL: 'smtps://ana:segredo@mail.example',
    MAIL_FROM: 'avisos@guilda.example',
    TEAM_EMAIL: 'equipe@guilda.example',
    COMPANY_NAME: 'Guilda de Teste Ltda.',
    COMPANY_CNPJ: '11222333000181',
    COMPANY_ADDRESS: 'Rua dos Testes, 1, São Paulo, SP',
    COMPANY_EMAIL: 'contato@guilda.example',
    DPO_EMAIL: 'privacidade@guilda.example',
    FILES_DIR: join(home, 'files'),
    DISCORD_CLIENT_ID: '1',
    DISCORD_CLIENT_SECRET: 'segredo',
    DISCORD_BOT_TOKEN: 'token',
    DISCORD_GUILD_ID: '2',
  };
  return {
    home,
    production,
    /** The error message with all problems of these settings; empty when there are none. */
    problemsOf(env: Record<string, string>): string {
      try {
        readConfig({ DATA_DIR: join(home, 'data'), ...env });
      } catch (error) {
        if (error instanceof ConfigError) return error.message;
        throw error;
      }
      return '';
    },
    remove: () => rmSync(home, { recursive: true }),
  };
}
