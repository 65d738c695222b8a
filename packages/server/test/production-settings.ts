import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { foreignClientId } from './foreign-issuer.ts';

export interface ProductionHouse {
  /** A folder of the test's own. */
  readonly home: string;
  readonly databaseUrl: string;
  readonly issuerUrl: string;
  readonly smtpUrl: string;
  /** What the issuer and the mail server show, as PEM. */
  readonly certificate: string;
}

const offline = pathToFileURL(fileURLToPath(new URL('./offline.ts', import.meta.url))).href;

/** Secrets as an operator has them. */
export const operatorSecrets = {
  TOKEN_SECRET: randomBytes(36).toString('base64'),
  MERCADO_PAGO_ACCESS_TOKEN: `APP_USR-${randomBytes(16).toString('hex')}`,
  DISCORD_BOT_TOKEN: randomBytes(24).toString('base64url'),
};

/** The environment of production, half of its secrets in files; only loopback is reached with it. */
export async function productionSettings(house: ProductionHouse): Promise<Record<string, string>> {
  const { home, databaseUrl, issuerUrl, smtpUrl, certificate } = house;
  const put = async (name: string, content: string) => {
    await writeFile(join(home, name), content);
    return join(home, name);
  };
  return {
    NODE_ENV: 'production',
    NODE_OPTIONS: `--import=${offline}`,
    NODE_EXTRA_CA_CERTS: await put('authority.pem', certificate),
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://guilda.example',
    DATA_DIR: join(home, 'data'),
    FILES_DIR: join(home, 'files'),
    DATABASE_URL_FILE: await put('database', `${databaseUrl}\n`),
    TOKEN_SECRET_FILE: await put('token', `${operatorSecrets.TOKEN_SECRET}\n`),
    OIDC_ISSUER: issuerUrl,
    OIDC_CLIENT_ID: foreignClientId,
    PAYMENT_PROVIDER: 'mercadopago',
    MERCADO_PAGO_ACCESS_TOKEN_FILE: await put('mp', operatorSecrets.MERCADO_PAGO_ACCESS_TOKEN),
    MERCADO_PAGO_WEBHOOK_SECRET: randomBytes(32).toString('hex'),
    SMTP_URL_FILE: await put('smtp', `${smtpUrl}\n`),
    MAIL_FROM: 'avisos@guilda.example',
    TEAM_EMAIL: 'equipe@guilda.example',
    ADMIN_EMAILS: 'ana@pessoas.example',
    DISCORD_CLIENT_ID: '400000000000000001',
    DISCORD_CLIENT_SECRET: randomBytes(16).toString('hex'),
    DISCORD_BOT_TOKEN: operatorSecrets.DISCORD_BOT_TOKEN,
    DISCORD_GUILD_ID: '400000000000000002',
  };
}
