import { execFileSync } from 'node:child_process';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Key and certificate of a server at `localhost`, as PEM. */
export interface LoopbackCertificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate for loopback that this process trusts from now on, unless told not to. */
export function loopbackCertificate({ trusted = true } = {}): LoopbackCertificate {
  const pem = execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', '-', '-out', '-'],
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const cert = pem.slice(pem.indexOf('-----BEGIN CERTIFICATE'));
  if (trusted) setDefaultCACertificates([...getCACertificates('default'), cert]);
  return { key: pem, cert };
}
