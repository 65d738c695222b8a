/** The certificate that whoever serves an address shows. */
export interface CertificateFacts {
  /** Since when it is good, and until when. */
  readonly from: Date;
  readonly until: Date;
  /** Why browsers would refuse it, as a code of TLS such as `CERT_HAS_EXPIRED`; null when they would not. */
  readonly fault: string | null;
}

/** Looks at the certificate of an https address, as a browser would get it. */
export interface CertificateReader {
  /** Sends nothing but the handshake; rejects within seconds when nobody serves the address. */
  read(url: URL): Promise<CertificateFacts>;
}

const DAY_MS = 86_400_000;
/** Long-lived certificates are renewed earlier than this before their end, short-lived ones in their last third. */
const LEAST_MS = 14 * DAY_MS;

/** How many whole days a certificate is still good, and whether it should have been renewed by now. */
export function remainingOf({ from, until }: Omit<CertificateFacts, 'fault'>, now: Date) {
  const left = until.getTime() - now.getTime();
  const lifetime = until.getTime() - from.getTime();
  return { days: Math.floor(left / DAY_MS), overdue: left <= Math.min(LEAST_MS, lifetime / 3) };
}
