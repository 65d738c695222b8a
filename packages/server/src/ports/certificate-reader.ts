/** The TLS certificate of a host. */
export interface HostCertificate {
  /** Start of the period of validity. */
  readonly validFrom: Date;
  /** End of the period of validity. */
  readonly validUntil: Date;
  /**
   * TLS error code with which browsers would refuse the certificate, such as `CERT_HAS_EXPIRED`; null for a valid one.
   */
  readonly fault: string | null;
}

/** Reads the certificate of an https URL. */
export interface CertificateReader {
  /**
   * Reads the certificate by a TLS handshake without further data; rejects within seconds when the host does not
   * answer.
   */
  read(url: URL): Promise<HostCertificate>;
}

const DAY_MS = 86_400_000;
/**
 * Time before expiry by which long-lived certificates should be renewed: 14 days. Short-lived ones should be renewed in
 * the last third of their lifetime.
 */
const RENEWAL_MARGIN_MS = 14 * DAY_MS;

/** Whole days until a certificate expires, and whether it should already have been renewed. */
export function certificateRemaining(
  { validFrom, validUntil }: Omit<HostCertificate, 'fault'>,
  now: Date,
) {
  const remainingMs = validUntil.getTime() - now.getTime();
  const lifetime = validUntil.getTime() - validFrom.getTime();
  return {
    days: Math.floor(remainingMs / DAY_MS),
    overdue: remainingMs <= Math.min(RENEWAL_MARGIN_MS, lifetime / 3),
  };
}
