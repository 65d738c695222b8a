import { once } from 'node:events';
import { connect } from 'node:tls';
import { type Finding, judged, missing, reasonFor } from '../platform/findings.ts';
import type { Clock } from '../ports/clock.ts';

const ANSWER_MS = 4_000;
const DAY_MS = 86_400_000;
/** Certificates are renewed earlier than this before their end; short-lived ones in their last third. */
const LEFT_MS = 14 * DAY_MS;

interface Shown {
  /** Until when it is good, and since when. */
  readonly from: number;
  readonly to: number;
  /** Why it is not good for this name; null when it is. */
  readonly fault: unknown;
}

/** The certificate that whoever serves the address shows; rejects when nobody does. */
async function certificateOf({ hostname, port }: URL): Promise<Shown> {
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
    const code = socket.authorized ? null : String(socket.authorizationError);
    const fault = code === null ? null : Object.assign(new Error('certificate'), { code });
    return { from: Date.parse(valid_from), to: Date.parse(valid_to), fault };
  } finally {
    socket.destroy();
  }
}

function judge({ from, to, fault }: Shown, clock: Clock): Finding {
  if (fault) {
    const todo = 'O proxy precisa de um certificado válido para este nome, com toda a cadeia.';
    return missing(`No endereço público, ${reasonFor(fault)}.`, todo);
  }
  const left = to - clock.now().getTime();
  const days = Math.floor(left / DAY_MS);
  return judged(
    left > Math.min(LEFT_MS, (to - from) / 3),
    `O certificado serve e vale por mais ${days} dias.`,
    `O certificado só vale por mais ${days} dias.`,
    'Veja no proxy por que ele não foi renovado: a porta 80 ou o DNS costumam ser a causa.',
  );
}

/** How good the certificate of an address is, or why none could be looked at; `reached` tells which. */
export async function certificateFinding(url: URL, clock: Clock) {
  try {
    return { reached: true, finding: judge(await certificateOf(url), clock) };
  } catch (error) {
    const finding = missing(
      `O endereço público não pôde ser alcançado daqui: ${reasonFor(error)}.`,
      'Veja o DNS, o firewall e o proxy; PUBLIC_URL é o endereço que as pessoas usam.',
    );
    return { reached: false, finding };
  }
}
