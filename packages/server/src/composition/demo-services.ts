import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import serveStatic from '@fastify/static';
import { createDemoAge, mountAgeSandbox } from '@guilda/sandboxes/age';
import {
  type DiscordSandboxIdentity,
  deriveSnowflake,
  discordApiBasePath,
  discordAuthorizePath,
  mountDiscordSandbox,
} from '@guilda/sandboxes/discord';
import { createDemoOutbox, mountDemoOutbox } from '@guilda/sandboxes/outbox';
import { createDemoPayments, mountPaymentSandbox } from '@guilda/sandboxes/payments';
import { mountPayoutSandbox, payoutsSandboxPath } from '@guilda/sandboxes/payouts';
import { createDemoOidc, demoAccountIssuer, mountDemoOidc } from '@guilda/sandboxes/sign-in';
import type { FastifyInstance } from 'fastify';
import { createDiscordAccounts, createDiscordRooms } from '../adapters/discord/index.ts';
import { createMercadoPagoPayouts } from '../adapters/mercado-pago/index.ts';
import { createOidcIdentityProvider } from '../adapters/oidc/oidc-identity-provider.ts';
import { createDevHandlers, devEndpoints } from '../demo/dev-routes.ts';
import { portraitPath, signInDemoPeople } from '../demo/people.ts';
import { offeredAccounts } from '../demo/seed-discord.ts';
import { pkceChallengeOf } from '../modules/discord/index.ts';
import { registerEndpoints } from '../platform/http/endpoints.ts';
import type { Secrets } from '../platform/secrets.ts';
import {
  type ExternalServices,
  installationIdOf,
  openDiscord,
  PAYOUT_WEBHOOK_PATH,
} from './external-services.ts';
import type { Infrastructure } from './infrastructure.ts';
import { discordPkceSecret } from './services.ts';

/** Path at which the sandboxes' pages load styles and fonts; the payment sandbox serves them. */
const SANDBOX_ASSETS_PATH = '/sandbox/payments/assets';

/** Opens the sign-in sandbox and the adapter that uses it. */
async function openDemoSignIn(infrastructure: Infrastructure) {
  const { config, clock, ids, log, publicUrl, loopbackUrl } = infrastructure;
  const oidc = await createDemoOidc({
    publicUrl: () => publicUrl,
    people: signInDemoPeople.map(({ email, name, portrait, role }) => ({
      email,
      name,
      role,
      picture: portraitPath(portrait),
    })),
    keyFile: join(config.dataDir, 'demo-oidc-key.json'),
    clock,
    ids,
    log,
  });
  const provider = createOidcIdentityProvider({
    issuer: () => oidc.issuer(),
    clientId: oidc.clientId,
    clock,
    accountIssuer: demoAccountIssuer,
    transportOrigin: () => loopbackUrl,
  });
  return { oidc, provider };
}

/** Opens the payment sandbox and the adapter that uses it; the two share only keys and URLs. */
function openDemoPayments(infrastructure: Infrastructure) {
  const { clock, database, ids, log, publicUrl, loopbackUrl, secrets } = infrastructure;
  const keys = {
    apiKey: secrets.of('demo payments key'),
    webhookSecret: secrets.of('demo payments webhooks'),
  };
  const provider = createDemoPayments({ ...keys, baseUrl: () => loopbackUrl, clock, log });
  const mount = (app: FastifyInstance) =>
    mountPaymentSandbox(app, {
      ...keys,
      pool: database.pool,
      clock,
      ids,
      publicUrl: () => publicUrl,
      webhookUrl: () => `${loopbackUrl}/api/payments/webhooks/${provider.name}`,
    });
  return { provider, mount };
}

/**
 * Opens the payout sandbox, and the adapter of Mercado Pago that calls the sandbox like the real service; null unless
 * the settings choose automatic payouts. Each process creates its own signing key for its adapter and its sandbox.
 */
function openDemoPayouts(infrastructure: Infrastructure) {
  const { config, clock, database, ids, log, loopbackUrl, secrets } = infrastructure;
  if (!config.payouts) return null;
  const { privateKey: signingKey, publicKey } = generateKeyPairSync('ed25519');
  const keys = {
    accessToken: secrets.of('demo payouts key'),
    webhookSecret: secrets.of('demo payouts webhooks'),
  };
  const provider = createMercadoPagoPayouts({
    ...keys,
    baseUrl: () => `${loopbackUrl}${payoutsSandboxPath}`,
    signingKey,
    notificationUrl: `${loopbackUrl}${PAYOUT_WEBHOOK_PATH}`,
    clock,
    log,
  });
  const mount = (app: FastifyInstance) =>
    mountPayoutSandbox(app, { ...keys, publicKey, pool: database.pool, clock, ids });
  return { provider, mount };
}

/** Opens the age check sandbox and the adapter that uses it; the two share only keys and URLs. */
function openDemoAgeCheck(infrastructure: Infrastructure) {
  const { clock, database, ids, log, publicUrl, loopbackUrl, secrets } = infrastructure;
  const keys = {
    apiKey: secrets.of('demo age key'),
    webhookSecret: secrets.of('demo age webhooks'),
  };
  const provider = createDemoAge({ ...keys, baseUrl: () => loopbackUrl, clock, log });
  const mount = (app: FastifyInstance) =>
    mountAgeSandbox(app, {
      ...keys,
      pool: database.pool,
      clock,
      ids,
      publicUrl: () => publicUrl,
      webhookUrl: () => `${loopbackUrl}/api/age/webhooks/${provider.name}`,
      assetsPath: SANDBOX_ASSETS_PATH,
    });
  return { provider, mount };
}

/** Identity of the sandbox's own application, bot and server: the same at every start and on every node. */
function createDiscordIdentity(secrets: Secrets): DiscordSandboxIdentity {
  return {
    clientId: deriveSnowflake(secrets.of('demo discord client')),
    clientSecret: secrets.of('demo discord client secret'),
    botToken: secrets.of('demo discord bot'),
    guildId: deriveSnowflake(secrets.of('demo discord server')),
  };
}

/** Opens the Discord sandbox and the adapters that use it. */
function openDiscordSandbox(infrastructure: Infrastructure) {
  const { clock, database, ids, log, publicUrl, loopbackUrl, secrets } = infrastructure;
  const identity = createDiscordIdentity(secrets);
  const options = {
    config: { ...identity, categoryId: null },
    apiBase: `${loopbackUrl}${discordApiBasePath}`,
    authorizeBase: `${publicUrl}${discordAuthorizePath}`,
    clock,
    log,
  };
  const mount = (app: FastifyInstance) =>
    mountDiscordSandbox(app, {
      identity,
      pool: database.pool,
      clock,
      ids,
      publicUrl: () => publicUrl,
      pkceChallengeOf: (state) => pkceChallengeOf(discordPkceSecret(secrets), state),
      assetsPath: SANDBOX_ASSETS_PATH,
      offeredAccounts,
    });
  return {
    rooms: createDiscordRooms({ ...options, installation: installationIdOf(secrets) }),
    accounts: createDiscordAccounts(options),
    mount,
  };
}

/**
 * Opens the sandboxes that replace the external services in demo mode. They speak the real protocols over HTTP with
 * this same program, so that every adapter runs the code it runs in production. The real Discord is used if it is
 * configured.
 */
export async function openDemoServices(infrastructure: Infrastructure): Promise<ExternalServices> {
  const { config, clock } = infrastructure;
  const { oidc, provider: identityProvider } = await openDemoSignIn(infrastructure);
  const payments = openDemoPayments(infrastructure);
  const payouts = openDemoPayouts(infrastructure);
  const ageCheck = openDemoAgeCheck(infrastructure);
  const mailer = await createDemoOutbox({
    directory: join(config.dataDir, 'outbox'),
    clock,
    from: config.mailFrom,
  });
  const sandbox = config.discord ? null : openDiscordSandbox(infrastructure);
  const { rooms, accounts } = sandbox ?? openDiscord(infrastructure);
  return {
    mailer,
    identityProvider,
    paymentProvider: payments.provider,
    payoutProvider: payouts?.provider ?? null,
    ageCheckProvider: ageCheck.provider,
    rooms,
    accounts,
    certificates: null,
    adminEmails: signInDemoPeople.filter(({ role }) => role === 'admin').map(({ email }) => email),
    close: () => undefined,
    mount: async (app, deps) => {
      await mountDemoOidc(app, oidc);
      await app.register(serveStatic, {
        root: fileURLToPath(new URL('../demo/art', import.meta.url)),
        prefix: '/sandbox/art/',
        decorateReply: false,
      });
      payments.mount(app);
      payouts?.mount(app);
      ageCheck.mount(app);
      mountDemoOutbox(app, mailer);
      registerEndpoints(
        app,
        devEndpoints,
        createDevHandlers({ issueIdToken: oidc.issueIdToken }),
        deps,
      );
      await sandbox?.mount(app);
    },
  };
}
