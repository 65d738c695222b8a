import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDurableDatabase } from '../../test/fixtures/server/durable-database.ts';
import { inheritedEnvironment } from '../../test/fixtures/server/inherited-environment.ts';
import { loopbackCertificate } from '../../test/fixtures/server/loopback-certificate.ts';
import { companyEnvironment } from '../../test/fixtures/server/production-settings.ts';
import { quietLog } from '../../test/fixtures/server/quiet-log.ts';
import type { TestDatabase } from '../../test/fixtures/server/test-database.ts';
import { type DiscordPeer, startDiscordPeer } from '../../test/peers/discord/peer.ts';
import { type ForeignIssuer, startForeignIssuer } from '../../test/peers/foreign-issuer.ts';
import { type MailPeer, peerLogin, startMailPeer } from '../../test/peers/mail-peer.ts';
import {
  type MercadoPagoPeer,
  peerToken,
  startMercadoPagoPeer,
} from '../../test/peers/mercado-pago/peer.ts';
import { migrate } from '../platform/database/migrate.ts';
import { findFreePort } from '../platform/network/free-port.ts';
import { systemClock } from '../ports/clock.ts';
import { runDoctor } from './doctor.ts';

const DOCTOR_SCRIPT = fileURLToPath(new URL('../../../../scripts/doctor.ts', import.meta.url));

let homeFolder: string;
let database: TestDatabase;
let oidcIssuer: ForeignIssuer;
let mailPeer: MailPeer;
let mercadoPago: MercadoPagoPeer;
let discordPeer: DiscordPeer;
let publicSite: Server;
let closedPort: number;

beforeAll(async () => {
  const certificate = loopbackCertificate();
  homeFolder = await mkdtemp(join(tmpdir(), 'guilda-doctor-'));
  database = await startDurableDatabase(homeFolder);
  await migrate(database.url, quietLog);
  oidcIssuer = await startForeignIssuer(certificate);
  mailPeer = await startMailPeer({ certificate });
  mercadoPago = await startMercadoPagoPeer(systemClock);
  discordPeer = await startDiscordPeer();
  publicSite = createServer(certificate, (_request, response) => response.end('{"status":"ok"}'));
  publicSite.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 101 Yes\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  );
  publicSite.listen(0, 'localhost');
  await once(publicSite, 'listening');
  closedPort = await findFreePort();
});
afterAll(async () => {
  publicSite.close();
  await Promise.all([
    discordPeer.close(),
    mercadoPago.close(),
    mailPeer.close(),
    oidcIssuer.stop(),
  ]);
  await database.drop();
  await rm(homeFolder, { recursive: true, force: true });
});

/** Key that signs payouts, created for this run. */
const payoutKey = String(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
);

type DoctorEnvironment = Readonly<Record<string, string | undefined>>;

/** All settings that production requires: URLs are those of fake servers, and secrets contain a marker to search for. */
function productionEnv(): Record<string, string> {
  const { setup } = discordPeer.state;
  const publicUrl = `https://localhost:${(publicSite.address() as AddressInfo).port}`;
  discordPeer.state.redirectUris = [`${publicUrl}/discord/callback`];
  return {
    NODE_ENV: 'production',
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    CLIENT_PORT_HEADER: 'X-Client-Port',
    DATA_DIR: join(homeFolder, 'data'),
    FILES_DIR: join(homeFolder, 'files'),
    DATABASE_URL: database.url,
    DATABASE_POOL_MAX: '5',
    TOKEN_SECRET: 'MARCA-p3Vq0sJ8m2Kx7RzT5wLhYc9NfGdB1uEa6oQi',
    OIDC_ISSUER: oidcIssuer.url,
    OIDC_CLIENT_ID: 'guilda',
    PAYMENT_PROVIDER: 'mercadopago',
    MERCADO_PAGO_ACCESS_TOKEN: peerToken,
    MERCADO_PAGO_WEBHOOK_SECRET: 'MARCA-webhook',
    PAYOUT_PROVIDER: 'mercadopago',
    MERCADO_PAGO_PAYOUT_ACCESS_TOKEN: peerToken,
    MERCADO_PAGO_PAYOUT_PRIVATE_KEY: payoutKey,
    MERCADO_PAGO_PAYOUT_WEBHOOK_SECRET: 'MARCA-saques',
    SMTP_URL: mailPeer.url,
    MAIL_FROM: 'avisos@guilda.example',
    TEAM_EMAIL: 'equipe@guilda.example',
    ...companyEnvironment,
    DISCORD_CLIENT_ID: setup.clientId,
    DISCORD_CLIENT_SECRET: setup.clientSecret,
    DISCORD_BOT_TOKEN: setup.botToken,
    DISCORD_GUILD_ID: setup.guildId,
    DISCORD_CATEGORY_ID: setup.categoryId,
    BACKUP_KEY: 'MARCA-das-copias-1234',
  };
}

async function runDiagnosis(env: DoctorEnvironment, args: readonly string[] = []) {
  const lines: string[] = [];
  const peers = { mercadoPago: mercadoPago.baseUrl, discord: discordPeer.apiBase };
  const code = await runDoctor({ args, env, printLine: (line) => lines.push(line), peers });
  const text = lines.join('\n');
  const linesWith = (sign: string) => lines.filter((line) => line.startsWith(`${sign} `));
  const isNoDiskWarning = (line: string) => !/disco está acabando/.test(line);
  return { code, text, wrong: linesWith('✗').filter(isNoDiskWarning), unseen: linesWith('–') };
}

/** Texts from these settings that the output must not contain. */
function secretsOf(env: DoctorEnvironment): string[] {
  const { user, pass } = peerLogin;
  const passwordOf = (url = '') => URL.parse(url)?.password ?? '';
  const givenSecrets = Object.entries(env)
    .filter(([name]) => /SECRET|TOKEN|_KEY$|_KEY_ID$/.test(name))
    .map(([, value = '']) => value);
  const embeddedSecrets = [
    passwordOf(env['DATABASE_URL']),
    passwordOf(env['REDIS_URL']),
    passwordOf(env['SMTP_URL']),
  ];
  return [...givenSecrets, ...embeddedSecrets, pass, `${user}:`, 'MARCA'].filter(Boolean);
}

const expectNoSecrets = (text: string, env: DoctorEnvironment) => {
  for (const secret of secretsOf(env)) expect(text).not.toContain(secret);
};

describe('npm run doctor', () => {
  it('finds nothing wrong in production with correct settings and services', async () => {
    const env = productionEnv();
    const { text, wrong, unseen } = await runDiagnosis(env);
    expect(wrong).toEqual([]);
    expect(unseen).toEqual([
      expect.stringContaining('precisa do Redis'),
      expect.stringContaining(`${env['PUBLIC_URL']}/login/callback`),
      expect.stringContaining(`${env['PUBLIC_URL']}/api/payments/webhooks/mercadopago`),
      expect.stringContaining('Os saques são assinados'),
      expect.stringContaining(`${env['PUBLIC_URL']}/api/payouts/webhooks/mercadopago`),
      expect.stringContaining('Sem AGE_PROVIDER'),
      expect.stringContaining('Lei 15.211/2025, art. 24'),
      expect.stringContaining('Não há cópia de segurança'),
      expect.stringContaining('O banco não arquiva o WAL'),
    ]);
    const titles = ['Configurações', 'Banco de dados', 'Redis', 'Arquivos', 'Entrada', 'E-mail'];
    titles.push('Pagamentos', 'Saques', 'Idade', 'Avisos', 'Endereço público', 'Discord');
    expect(text.split('\n').filter((line) => titles.includes(line))).toEqual(titles);
    expect(text).toContain('-----BEGIN PUBLIC KEY-----');
    expect(mailPeer.mails).toEqual([]);
    expectNoSecrets(text, env);
  });

  it('reports all problems at once, without secrets', async () => {
    const env = {
      ...productionEnv(),
      PUBLIC_URL: `https://localhost:${closedPort}`,
      TRUSTED_PROXIES: 'MARCA',
      DATABASE_URL: `postgres://guilda:MARCA-1@127.0.0.1:${closedPort}/MARCA`,
      REDIS_URL: `redis://guilda:MARCA-2@127.0.0.1:${closedPort}`,
      FILES_DIR: undefined,
      S3_BUCKET: 'guilda',
      S3_ENDPOINT: `http://127.0.0.1:${closedPort}`,
      S3_ACCESS_KEY_ID: 'MARCA-3',
      S3_SECRET_ACCESS_KEY: 'MARCA-4',
      OIDC_ISSUER: `https://localhost:${closedPort}`,
      MERCADO_PAGO_ACCESS_TOKEN: 'TEST-MARCA-5',
      SMTP_URL: mailPeer.url.replace(/:[^:]*@/, ':MARCA-6@'),
      DISCORD_BOT_TOKEN: 'MARCA-7',
      VAPID_PUBLIC_KEY: 'MARCA-8',
      VAPID_PRIVATE_KEY: 'MARCA-9',
    };
    const { code, text, wrong, unseen } = await runDiagnosis(env);
    expect(code).toBe(1);
    expect(unseen.map((line) => line.split(':')[0])).toEqual([
      '– Endereço de retorno da entrada',
      '– Endereço dos avisos de pagamento',
      expect.stringContaining('Os saques são assinados'),
      '– Endereço dos avisos de saque',
      expect.stringContaining('Sem AGE_PROVIDER'),
      expect.stringContaining('Com ACCOUNT_AGE=off'),
      expect.stringContaining('Não há cópia de segurança'),
    ]);
    expectNoSecrets(text, env);
    for (const expectedText of [
      'VAPID_PUBLIC_KEY não é',
      'TRUSTED_PROXIES: deve ser uma lista',
      'O banco de dados não pôde ser usado',
      'O Redis não pôde ser alcançado',
      'Abrir: o bucket',
      'O provedor de entrada não pôde ser lido',
      'não aceita o usuário ou a senha de SMTP_URL',
      'não aceita MERCADO_PAGO_ACCESS_TOKEN',
      'não são um par',
      'O endereço público não pôde ser alcançado',
      'O Discord não aceita o token do bot',
    ]) {
      expect(wrong).toContainEqual(expect.stringContaining(expectedText));
    }
    // Each problem is followed by an instruction.
    for (const line of wrong) expect(text).toContain(`${line}\n    `);
  });

  it('reads secrets from files, and checks everything possible when settings are missing', async () => {
    const file = join(homeFolder, 'token');
    await writeFile(file, 'APP_USR-MARCA\n');
    const { wrong, unseen, text } = await runDiagnosis({
      NODE_ENV: 'production',
      PORT: 'abc',
      DATA_DIR: join(homeFolder, 'data'),
      PAYMENT_PROVIDER: 'mercadopago',
      MERCADO_PAGO_ACCESS_TOKEN_FILE: file,
      PAYOUT_PROVIDER: 'mercadopago',
      MERCADO_PAGO_PAYOUT_ACCESS_TOKEN: 'APP_USR-MARCA',
    });
    expect(wrong).toContain('✗ DATABASE_URL é obrigatória em produção.');
    expect(wrong).toContainEqual(expect.stringMatching(/^✗ PORT: /));
    expect(wrong).toContain('✗ O Mercado Pago não aceita MERCADO_PAGO_ACCESS_TOKEN.');
    expect(wrong).toContain('✗ O Mercado Pago não aceita MERCADO_PAGO_PAYOUT_ACCESS_TOKEN.');
    expect(unseen).toContain('– Não olhado: falta MERCADO_PAGO_PAYOUT_PRIVATE_KEY.');
    for (const name of ['DATABASE_URL', 'OIDC_ISSUER', 'SMTP_URL', 'TOKEN_SECRET']) {
      expect(unseen).toContainEqual(expect.stringMatching(`^– Não olhado: .*${name}`));
    }
    expect(unseen).toContainEqual(expect.stringMatching('^– O Discord não está configurado'));
    expect(text).toContain(
      '✗ OIDC_ISSUER é obrigatória em produção.\n    Como se preenche: docs/operations.md, "Sign-in".',
    );
    expect(text).not.toContain('MARCA');
  });

  it('names only existing sections of the docs', async () => {
    const { text } = await runDiagnosis({
      NODE_ENV: 'production',
      DATA_DIR: homeFolder,
      METRICS_PORT: 'x',
    });
    const docs = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
    const namedSections = new Set(
      [...text.matchAll(/docs\/operations\.md, "([^"]+)"/g)].map(([, name]) => name),
    );
    expect(namedSections.size).toBeGreaterThan(4);
    for (const name of namedSections) expect(docs).toMatch(new RegExp(`^##+ ${name}$`, 'm'));
  });

  it('reports the sandboxes in demo mode', async () => {
    const env = { ...inheritedEnvironment(), DATA_DIR: join(homeFolder, 'demo') };
    const { stdout } = await promisify(execFile)(process.execPath, [DOCTOR_SCRIPT], { env }).catch(
      (error: { stdout: string }) => error,
    );
    const uncheckedLines = stdout.split('\n').filter((line) => line.startsWith('–'));
    expect(uncheckedLines.filter((line) => line.includes('Modo de demonstração'))).toHaveLength(6);
    expect(uncheckedLines.at(-1)).toContain('o Discord de teste');
    expect(stdout).toMatch(
      /\n(Tudo certo para o modo de demonstração\. .*|Há algo a acertar: veja os ✗ acima\.)\n$/,
    );
  });

  it('sends a trial mail to the requested recipient', async () => {
    const args = ['--mail', 'ana@guilda.example'];
    const { text, wrong } = await runDiagnosis(productionEnv(), args);
    expect(wrong).toEqual([]);
    expect(mailPeer.mails.map(({ envelope }) => envelope.to)).toEqual([['ana@guilda.example']]);
    expect(text).not.toContain('ana@');
  });

  it('checks nothing with unknown arguments', async () => {
    const lines: string[] = [];
    const printLine = (line: string) => lines.push(line);
    expect(await runDoctor({ args: ['--mail'], env: productionEnv(), printLine })).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^Uso: /)]);
  });

  it('checks the configured stores in demo mode, and exits with 0 when it finds nothing wrong', async () => {
    const { text, code, wrong } = await runDiagnosis({
      DATABASE_URL: database.url,
      DATA_DIR: homeFolder,
    });
    expect(wrong).toEqual([]);
    expect(text).toContain('✓ O banco está na versão deste programa.');
    expect(code).toBe(text.includes('✗') ? 1 : 0);
  });
});
