import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createDemoAge, mountAgeSandbox } from './adapters/demo-age/index.ts';
import { createDemoOidc, demoAccountIssuer, mountDemoOidc } from './adapters/demo-oidc/index.ts';
import { createDemoOutbox, mountDemoOutbox } from './adapters/demo-outbox/index.ts';
import { createDemoPayments } from './adapters/demo-payments/demo-payments.ts';
import { mountPaymentSandbox } from './adapters/demo-payments/sandbox/mount.ts';
import { createOidcIdentityProvider } from './adapters/oidc/oidc-identity-provider.ts';
import type { Outside } from './compose-outside.ts';
import type { Config } from './config/index.ts';
import { devEndpoints, devHandlers } from './demo/dev-routes.ts';
import { chooserPeople, portraitPath } from './demo/people.ts';
import type { Database } from './platform/database/pool.ts';
import { registerEndpoints } from './platform/http/endpoints.ts';
import type { Logger } from './platform/logging.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Clock } from './ports/clock.ts';
import type { Ids } from './ports/ids.ts';

interface DemoOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly database: Database;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly loopbackUrl: string;
}

/**
 * The sandboxes that stand in for the outside world in demo mode. They speak the real protocols over
 * HTTP with this same program, so that every adapter runs the code it runs in production.
 */
export async function composeDemo(options: DemoOptions): Promise<Outside> {
  const { config, clock, database, ids, log, publicUrl, loopbackUrl, secrets } = options;
  const oidc = await createDemoOidc({
    publicUrl: () => publicUrl,
    people: chooserPeople.map(({ email, name, portrait, role }) => ({
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
  const identityProvider = createOidcIdentityProvider({
    issuer: () => oidc.issuer(),
    clientId: oidc.clientId,
    clock,
    accountIssuer: demoAccountIssuer,
    transportOrigin: () => loopbackUrl,
  });
  const payments = {
    apiKey: secrets.of('demo payments key'),
    webhookSecret: secrets.of('demo payments webhooks'),
  };
  const paymentProvider = createDemoPayments({
    ...payments,
    baseUrl: () => loopbackUrl,
    clock,
    log,
  });
  const age = composeDemoAge(options);
  const mailer = await createDemoOutbox({
    ...{ directory: join(config.dataDir, 'outbox'), clock, from: config.mailFrom },
  });
  return {
    mailer,
    identityProvider,
    paymentProvider,
    ageCheckProvider: age.provider,
    certificates: null,
    adminEmails: chooserPeople.filter(({ role }) => role === 'admin').map(({ email }) => email),
    close: () => undefined,
    mount: async (app, door) => {
      await mountDemoOidc(app, oidc);
      await app.register(serveStatic, {
        root: fileURLToPath(new URL('./demo/art', import.meta.url)),
        prefix: '/sandbox/art/',
        decorateReply: false,
      });
      mountPaymentSandbox(app, {
        ...payments,
        pool: database.pool,
        clock,
        ids,
        publicUrl: () => publicUrl,
        webhookUrl: () => `${loopbackUrl}/api/payments/webhooks/${paymentProvider.name}`,
      });
      age.mount(app);
      mountDemoOutbox(app, mailer);
      registerEndpoints(app, devEndpoints, devHandlers({ issueIdToken: oidc.issueIdToken }), door);
    },
  };
}

/** The age provider of demo mode and its sandbox, which share no more than keys and addresses. */
function composeDemoAge({
  clock,
  database,
  ids,
  log,
  publicUrl,
  loopbackUrl,
  secrets,
}: DemoOptions) {
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
      assets: '/sandbox/payments/assets',
    });
  return { provider, mount };
}
