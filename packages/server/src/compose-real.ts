import { createMercadoPago } from './adapters/mercado-pago/index.ts';
import { createOidcIdentityProvider } from './adapters/oidc/oidc-identity-provider.ts';
import { createSmtpMailer } from './adapters/smtp/index.ts';
import { tlsCertificateReader } from './adapters/tls/index.ts';
import type { Outside } from './compose-outside.ts';
import type { Shared } from './compose-shared.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';

/** Who people sign in with. */
function openIdentityProvider({ config, clock }: Shared) {
  const { oidcIssuer: issuer, oidcClientId: clientId } = config;
  if (!issuer || !clientId) throw new Error('No issuer is configured');
  return createOidcIdentityProvider({ issuer: () => issuer, clientId, clock });
}

/** Who takes the money; of a library as large as Stripe's nothing is loaded where it is not used. */
async function openPaymentProvider(shared: Shared): Promise<PaymentProvider> {
  const { config, publicUrl, clock, timers, log } = shared;
  const { payments } = config;
  switch (payments?.provider) {
    case 'mercadopago': {
      const notificationUrl = `${publicUrl}/api/payments/webhooks/mercadopago?source_news=webhooks`;
      return createMercadoPago({ ...payments, notificationUrl, clock, log });
    }
    case 'stripe': {
      const { createStripePayments } = await import('./adapters/stripe/index.ts');
      return createStripePayments({ ...payments, clock, timers, log });
    }
    default:
      throw new Error('No payment provider is configured');
  }
}

/** Who carries the mails. */
function openMailer({ config, clock, log }: Shared) {
  if (!config.smtp) throw new Error('No mail server is configured');
  return createSmtpMailer({ ...config.smtp, clock, log });
}

/** The services of production. No provider of age checks is built in: what is for adults stays closed. */
export async function composeReal(shared: Shared): Promise<Outside> {
  const mailer = openMailer(shared);
  return {
    mailer,
    identityProvider: openIdentityProvider(shared),
    paymentProvider: await openPaymentProvider(shared),
    ageCheckProvider: null,
    certificates: tlsCertificateReader,
    adminEmails: [],
    mount: async () => undefined,
    close: () => mailer.close(),
  };
}
