import { randomUUID } from 'node:crypto';
import {
  diagnoseMercadoPago,
  publicKeyOf,
  readSigningKey,
} from '../adapters/mercado-pago/index.ts';
import { diagnoseIssuer } from '../adapters/oidc/diagnose.ts';
import { diagnoseRedis } from '../adapters/redis/index.ts';
import { diagnoseSmtp } from '../adapters/smtp/index.ts';
import type { StripeClientOptions } from '../adapters/stripe/client.ts';
import { diagnoseYoti } from '../adapters/yoti/index.ts';
import type { Config, PaymentConfig } from '../config/index.ts';
import { type Finding, uncheckedFinding } from '../platform/findings.ts';
import { QUEUE_CONNECTIONS } from '../platform/jobs/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import { examineDatabase, examineReplicas } from './database.ts';
import { examinePooler } from './pooler.ts';

/** Base URLs that replace those of the providers, for tests. */
export interface ServiceUrls {
  readonly mercadoPago?: string;
  /** One base URL for both services of Yoti: authorization and age verification. */
  readonly yoti?: string;
  readonly stripe?: NonNullable<StripeClientOptions['api']>;
}

type FindingsPromise = Promise<readonly Finding[]>;

/** Timeout of each answer of a service, in ms. */
const ANSWER_TIMEOUT_MS = 5_000;

const sandboxFindings = (text: string) => [uncheckedFinding(`Modo de demonstração: ${text}`)];
const missingSettingFindings = (name: string) => [uncheckedFinding(`Não olhado: falta ${name}.`)];

export async function databaseFindings(config: Config, clock: Clock): FindingsPromise {
  const { databaseUrl: pooledUrl, databaseDirectUrl: directUrl, demo } = config;
  // A pooler limits its own connections, so only the connections of the job queues, which go around it, are counted.
  const poolMaxOfProcess = directUrl ? QUEUE_CONNECTIONS : config.databasePoolMax;
  // The connections of all processes of this node together; each process has two besides its pool. Two are subtracted,
  // because `examineDatabase` adds the two of one process.
  const poolMax = (poolMaxOfProcess + 2) * config.processes - 2;
  if (pooledUrl) {
    const setting = directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
    const target = { url: directUrl ?? pooledUrl, setting } as const;
    const [database, pooler, replicas] = await Promise.all([
      examineDatabase({ ...target, poolMax, clock, durable: !demo }),
      examinePooler(pooledUrl, directUrl),
      examineReplicas(config.databaseReadUrls),
    ]);
    return [...database, ...pooler, ...replicas];
  }
  return demo
    ? sandboxFindings('o banco é o que vem com a Guilda, em DATA_DIR.')
    : missingSettingFindings('DATABASE_URL');
}

export async function redisFindings({ redisUrl }: Config): FindingsPromise {
  if (redisUrl) return diagnoseRedis(redisUrl);
  return [
    uncheckedFinding(
      'Uma máquina sozinha não precisa do Redis; com mais de uma, defina REDIS_URL.',
    ),
  ];
}

/** Reminder to enter a URL in a provider's panel, which the doctor cannot see; empty without a public URL. */
const registeredUrlFindings = (
  publicUrl: string | null,
  path: string,
  description: string,
  placeToCheck: string,
) =>
  publicUrl
    ? [
        uncheckedFinding(
          `${description}: ${publicUrl}${path}`,
          `Daqui não se vê: confira ${placeToCheck}.`,
        ),
      ]
    : [];

/** Reminder of the URL to which a payment or payout provider sends its webhooks. */
const webhookFindings = (publicUrl: string | null, path: string, description: string) =>
  registeredUrlFindings(
    publicUrl,
    path,
    description,
    'no painel do provedor se o webhook leva até lá',
  );

/** Checks the access token that a setting contains. */
async function mercadoPagoFindings(
  accessToken: string,
  setting: string,
  { mercadoPago }: ServiceUrls,
): FindingsPromise {
  if (!accessToken) return missingSettingFindings(setting);
  const baseUrlOption = mercadoPago === undefined ? {} : { baseUrl: () => mercadoPago };
  return diagnoseMercadoPago({
    accessToken,
    setting,
    timeoutMs: ANSWER_TIMEOUT_MS,
    ...baseUrlOption,
  });
}

export async function issuerFindings(config: Config, clock: Clock): FindingsPromise {
  const { demo, oidcIssuer: issuer, publicUrl } = config;
  if (demo) return sandboxFindings('quem entra é de um provedor de teste.');
  if (!issuer) return missingSettingFindings('OIDC_ISSUER');
  return [
    ...(await diagnoseIssuer({ issuer, clock, timeoutMs: ANSWER_TIMEOUT_MS })),
    ...registeredUrlFindings(
      publicUrl,
      '/login/callback',
      'Endereço de retorno da entrada',
      'no provedor se está cadastrado assim, letra por letra, sem barra no fim',
    ),
  ];
}

/**
 * Checks the mail server and, if asked for, sends a test mail.
 * @param mailTo recipient of a test mail; null to send none
 */
export async function mailFindings(
  { demo, smtp }: Config,
  mailTo: string | null,
  clock: Clock,
): FindingsPromise {
  if (demo) return sandboxFindings('os e-mails ficam em /dev/outbox e não saem daqui.');
  if (!smtp) return missingSettingFindings('SMTP_URL ou MAIL_FROM');
  const timeouts = { connectMs: ANSWER_TIMEOUT_MS, idleTimeoutMs: ANSWER_TIMEOUT_MS };
  const testMail =
    mailTo === null ? undefined : { to: mailTo, id: `doctor-${randomUUID()}`, clock };
  return diagnoseSmtp({ ...smtp, timeouts, testMail });
}

export async function paymentFindings(config: Config, serviceUrls: ServiceUrls): FindingsPromise {
  const { demo, payments, publicUrl } = config;
  if (demo) return sandboxFindings('os pagamentos são de teste e não movem dinheiro.');
  if (!payments) return missingSettingFindings('PAYMENT_PROVIDER');
  const { provider } = payments;
  return [
    ...(await accountFindings(payments, serviceUrls)),
    ...webhookFindings(
      publicUrl,
      `/api/payments/webhooks/${provider}`,
      'Endereço dos avisos de pagamento',
    ),
  ];
}

async function accountFindings(payments: PaymentConfig, serviceUrls: ServiceUrls): FindingsPromise {
  if (payments.provider === 'stripe') {
    const { secretKey } = payments;
    if (!secretKey) return missingSettingFindings('STRIPE_SECRET_KEY');
    // Stripe's module is large, so it is imported only when needed.
    const { diagnoseStripe } = await import('../adapters/stripe/index.ts');
    const apiOption = serviceUrls.stripe ? { api: serviceUrls.stripe } : {};
    return diagnoseStripe({ secretKey, timeoutMs: ANSWER_TIMEOUT_MS, ...apiOption });
  }
  return mercadoPagoFindings(payments.accessToken, 'MERCADO_PAGO_ACCESS_TOKEN', serviceUrls);
}

/** The public key that Mercado Pago must know; a missing or wrong private key is a finding of the settings. */
function publicKeyFindings(privateKey: string): readonly Finding[] {
  const key = readSigningKey(privateKey);
  if (!key) return missingSettingFindings('MERCADO_PAGO_PAYOUT_PRIVATE_KEY');
  return [
    uncheckedFinding(
      'Os saques são assinados. Daqui não se vê se o Mercado Pago tem a chave pública:',
      publicKeyOf(key).trim(),
    ),
  ];
}

export async function payoutFindings(config: Config, serviceUrls: ServiceUrls): FindingsPromise {
  const { demo, payouts, publicUrl } = config;
  if (!payouts) return [uncheckedFinding('Os saques são pagos à mão pela equipe.')];
  if (demo) return sandboxFindings('os saques são de teste e não movem dinheiro.');
  const { accessToken, privateKey } = payouts;
  return [
    ...(await mercadoPagoFindings(accessToken, 'MERCADO_PAGO_PAYOUT_ACCESS_TOKEN', serviceUrls)),
    ...publicKeyFindings(privateKey),
    ...webhookFindings(
      publicUrl,
      '/api/payouts/webhooks/mercadopago',
      'Endereço dos avisos de saque',
    ),
  ];
}

export async function ageCheckFindings(
  config: Config,
  serviceUrls: ServiceUrls,
  system: { readonly clock: Clock; readonly ids: Ids },
): FindingsPromise {
  const { demo, ageCheck } = config;
  if (demo) return sandboxFindings('a idade é conferida por um provedor de teste.');
  if (!ageCheck) {
    return [uncheckedFinding('Sem AGE_PROVIDER, tudo o que é para adultos fica fechado.')];
  }
  const { yoti } = serviceUrls;
  const urlsOption = yoti === undefined ? {} : { urls: { age: () => yoti, auth: () => yoti } };
  return diagnoseYoti({ ...ageCheck, ...system, ...urlsOption });
}
