import type { FastifyInstance } from 'fastify';
import { createDiscordAccounts, createDiscordRooms } from '../adapters/discord/index.ts';
import {
  createMercadoPago,
  createMercadoPagoPayouts,
  readSigningKey,
} from '../adapters/mercado-pago/index.ts';
import { createOidcIdentityProvider } from '../adapters/oidc/oidc-identity-provider.ts';
import { tlsCertificateReader } from '../adapters/tls/index.ts';
import { createYotiAgeChecks } from '../adapters/yoti/index.ts';
import type { EndpointDeps } from '../platform/http/endpoints.ts';
import type { Secrets } from '../platform/secrets.ts';
import { instrumentPort, type PortTelemetry } from '../platform/telemetry/instrument-port.ts';
import type { AgeCheckProvider } from '../ports/age-check.ts';
import type { CertificateReader } from '../ports/certificate-reader.ts';
import type { DiscordAccounts } from '../ports/discord-accounts.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import type { PayoutProvider } from '../ports/payout-provider.ts';
import type { VoiceRooms } from '../ports/voice-rooms.ts';
import type { Infrastructure } from './infrastructure.ts';

/** The external services that Guilda depends on: real ones, or the sandboxes of demo mode. */
export interface ExternalServices {
  readonly mailer: Mailer;
  readonly identityProvider: IdentityProvider;
  readonly paymentProvider: PaymentProvider;
  /** Null if administrators pay withdrawals by hand. */
  readonly payoutProvider: PayoutProvider | null;
  /** Null if none is configured: all content for adults then stays closed. */
  readonly ageCheckProvider: AgeCheckProvider | null;
  /** Null if Discord is not configured: there are then no calls. */
  readonly rooms: VoiceRooms | null;
  /** Null if Discord is not configured: people then cannot link Discord accounts. */
  readonly accounts: DiscordAccounts | null;
  /** Null if the public URL has no certificate. */
  readonly certificates: CertificateReader | null;
  /** E-mail addresses of the administrators when `ADMIN_EMAILS` is empty. */
  readonly adminEmails: readonly string[];
  /** Registers the routes of sandboxes; does nothing for real services. */
  mount(app: FastifyInstance, deps: EndpointDeps): Promise<void>;
  /** Closes the connections to these services. */
  close(): void;
}

function openIdentityProvider({ config, clock }: Infrastructure) {
  const { oidcIssuer: issuer, oidcClientId: clientId } = config;
  if (!issuer || !clientId) throw new Error('No issuer is configured');
  return createOidcIdentityProvider({ issuer: () => issuer, clientId, clock });
}

/** Opens the configured payment provider. Stripe's library is large, so it is imported only when it is used. */
async function openPaymentProvider(infrastructure: Infrastructure): Promise<PaymentProvider> {
  const { config, publicUrl, clock, timers, log } = infrastructure;
  const { payments } = config;
  switch (payments?.provider) {
    case 'mercadopago': {
      const notificationUrl = `${publicUrl}/api/payments/webhooks/mercadopago?source_news=webhooks`;
      return createMercadoPago({ ...payments, notificationUrl, clock, log });
    }
    case 'stripe': {
      const { createStripePayments } = await import('../adapters/stripe/index.ts');
      return createStripePayments({ ...payments, clock, timers, log });
    }
    default:
      throw new Error('No payment provider is configured');
  }
}

/** Path to which Mercado Pago sends notifications about payouts. */
export const PAYOUT_WEBHOOK_PATH = '/api/payouts/webhooks/mercadopago?source_news=webhooks';

/** Opens the configured payout provider; null when withdrawals are paid by hand. */
function openPayoutProvider(infrastructure: Infrastructure): PayoutProvider | null {
  const { config, publicUrl, clock, log } = infrastructure;
  const { payouts } = config;
  if (!payouts) return null;
  return createMercadoPagoPayouts({
    accessToken: payouts.accessToken,
    webhookSecret: payouts.webhookSecret,
    signingKey: readSigningKey(payouts.privateKey),
    notificationUrl: `${publicUrl}${PAYOUT_WEBHOOK_PATH}`,
    clock,
    log,
  });
}

/** Opens the configured provider of age checks; null without one. */
function openAgeChecks(infrastructure: Infrastructure): AgeCheckProvider | null {
  const { config, publicUrl, clock, ids, log } = infrastructure;
  if (!config.ageCheck) return null;
  const notificationUrl = `${publicUrl}/api/age/webhooks/${config.ageCheck.provider}`;
  return createYotiAgeChecks({ ...config.ageCheck, notificationUrl, clock, ids, log });
}

async function openMailer({ config, clock, log }: Infrastructure) {
  if (!config.smtp) throw new Error('No mail server is configured');
  const { createSmtpMailer } = await import('../adapters/smtp/index.ts');
  return createSmtpMailer({ ...config.smtp, clock, log });
}

/**
 * Four hexadecimal digits that distinguish this installation's voice rooms from those of other installations in the
 * same Discord server.
 */
export const installationIdOf = (secrets: Secrets): string =>
  Buffer.from(secrets.of('discord installation'), 'base64url').toString('hex').slice(0, 4);

/** Opens voice rooms and account linking of Discord; both are null if Discord is not configured. */
export function openDiscord({ config, clock, log, secrets }: Infrastructure) {
  if (!config.discord) return { rooms: null, accounts: null };
  const options = { config: config.discord, clock, log };
  return {
    rooms: createDiscordRooms({ ...options, installation: installationIdOf(secrets) }),
    accounts: createDiscordAccounts(options),
  };
}

/** Opens the services of production. */
export async function openConfiguredServices(
  infrastructure: Infrastructure,
): Promise<ExternalServices> {
  const mailer = await openMailer(infrastructure);
  const { rooms, accounts } = openDiscord(infrastructure);
  return {
    mailer,
    identityProvider: openIdentityProvider(infrastructure),
    paymentProvider: await openPaymentProvider(infrastructure),
    payoutProvider: openPayoutProvider(infrastructure),
    ageCheckProvider: openAgeChecks(infrastructure),
    rooms,
    accounts,
    certificates: tlsCertificateReader,
    adminEmails: [],
    mount: async () => undefined,
    close: () => mailer.close(),
  };
}

/** Wraps the services so that calls to them are counted, traced and logged. */
export function instrumentServices(
  telemetry: PortTelemetry,
  services: ExternalServices,
): ExternalServices {
  const { mailer, identityProvider, ageCheckProvider, rooms, accounts } = services;
  const { paymentProvider, payoutProvider } = services;
  const signInCalls = ['verify', 'browserConfig'] as const;
  const paymentCalls = ['createCheckout', 'lookup', 'refund', 'expire'] as const;
  const roomCalls = ['open', 'listPresent', 'close', 'list'] as const;
  return {
    ...services,
    mailer: instrumentPort(telemetry, 'mail', mailer, ['send']),
    identityProvider: instrumentPort(telemetry, 'sign_in', identityProvider, signInCalls),
    paymentProvider: instrumentPort(telemetry, 'payments', paymentProvider, paymentCalls),
    payoutProvider:
      payoutProvider && instrumentPort(telemetry, 'payouts', payoutProvider, ['pay', 'lookup']),
    ageCheckProvider:
      ageCheckProvider && instrumentPort(telemetry, 'age', ageCheckProvider, ['start', 'lookup']),
    rooms: rooms && instrumentPort(telemetry, 'discord', rooms, roomCalls),
    accounts: accounts && instrumentPort(telemetry, 'discord', accounts, ['identify']),
  };
}
