import type { FastifyInstance } from 'fastify';
import type { EndpointDeps } from './platform/http/endpoints.ts';
import type { AgeCheckProvider } from './ports/age-check.ts';
import type { CertificateReader } from './ports/certificate-reader.ts';
import type { IdentityProvider } from './ports/identity-provider.ts';
import type { Mailer } from './ports/mailer.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';

/** The services of others that the product stands on: real ones, or the sandboxes of demo mode. */
export interface Outside {
  readonly mailer: Mailer;
  readonly identityProvider: IdentityProvider;
  readonly paymentProvider: PaymentProvider;
  /** Null for none: what is for adults stays closed. */
  readonly ageCheckProvider: AgeCheckProvider | null;
  /** Null where the public address has no certificate of others. */
  readonly certificates: CertificateReader | null;
  /** Who administrates where `ADMIN_EMAILS` names nobody. */
  readonly adminEmails: readonly string[];
  /** Hangs what these services need of our own into the program: the sandboxes. */
  mount(app: FastifyInstance, door: EndpointDeps): Promise<void>;
  /** Lets go of the connections to these services. */
  close(): void;
}
