import { once } from 'node:events';
import { connect } from 'node:tls';
import type { CertificateReader } from '../../ports/certificate-reader.ts';

/** Timeout of the TLS handshake in ms; shorter than the timeout of health probes. */
const ANSWER_TIMEOUT_MS = 2_500;

/** Reads a host's certificate by opening a TLS connection from this machine. */
export const tlsCertificateReader: CertificateReader = {
  read: async ({ hostname, port }) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || 443,
      ...(/^[\d.]+$|:/.test(hostname) ? {} : { servername: hostname }),
      // An invalid certificate must not end the handshake, because it is to be inspected; no data is sent.
      rejectUnauthorized: false,
    });
    try {
      await once(socket, 'secureConnect', { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
      const { valid_from, valid_to } = socket.getPeerCertificate();
      const fault = socket.authorized ? null : String(socket.authorizationError);
      return { validFrom: new Date(valid_from), validUntil: new Date(valid_to), fault };
    } finally {
      socket.destroy();
    }
  },
};
