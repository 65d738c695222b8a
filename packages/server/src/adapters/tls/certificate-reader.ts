import { once } from 'node:events';
import { connect } from 'node:tls';
import type { CertificateReader } from '../../ports/certificate-reader.ts';

/** Less than a look at the product's health may take. */
const ANSWER_MS = 2_500;

/** Reads certificates by a TLS connection of its own to where the address leads from this machine. */
export const tlsCertificateReader: CertificateReader = {
  read: async ({ hostname, port }) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || 443,
      ...(/^[\d.]+$|:/.test(hostname) ? {} : { servername: hostname }),
      // A bad one is looked at rather than refused; nothing is sent.
      rejectUnauthorized: false,
    });
    try {
      await once(socket, 'secureConnect', { signal: AbortSignal.timeout(ANSWER_MS) });
      const { valid_from, valid_to } = socket.getPeerCertificate();
      const fault = socket.authorized ? null : String(socket.authorizationError);
      return { from: new Date(valid_from), until: new Date(valid_to), fault };
    } finally {
      socket.destroy();
    }
  },
};
