import { tlsCertificateReader } from '../adapters/tls/index.ts';
import {
  checkedFinding,
  connectionFailureText,
  type Finding,
  failedFinding,
} from '../platform/findings.ts';
import { certificateRemaining, type HostCertificate } from '../ports/certificate-reader.ts';
import type { Clock } from '../ports/clock.ts';

function toCertificateFinding({ fault, ...times }: HostCertificate, clock: Clock): Finding {
  if (fault !== null) {
    const todo = 'O proxy precisa de um certificado válido para este nome, com toda a cadeia.';
    const reason = connectionFailureText(Object.assign(new Error('certificate'), { code: fault }));
    return failedFinding(`No endereço público, ${reason}.`, todo);
  }
  const { days, overdue } = certificateRemaining(times, clock.now());
  return checkedFinding(
    !overdue,
    `O certificado serve e vale por mais ${days} dias.`,
    `O certificado só vale por mais ${days} dias.`,
    'Veja no proxy por que ele não foi renovado: a porta 80 ou o DNS costumam ser a causa.',
  );
}

/** Checks the certificate of a host; `reached` is false when the certificate could not be read. */
export async function certificateFinding(url: URL, clock: Clock) {
  try {
    return {
      reached: true,
      finding: toCertificateFinding(await tlsCertificateReader.read(url), clock),
    };
  } catch (error) {
    const finding = failedFinding(
      `O endereço público não pôde ser alcançado daqui: ${connectionFailureText(error)}.`,
      'Veja o DNS, o firewall e o proxy; PUBLIC_URL é o endereço que as pessoas usam.',
    );
    return { reached: false, finding };
  }
}
