import { once } from 'node:events';
import { connect } from 'node:tls';
import type { Config } from '../config/index.ts';
import { type Finding, found, judged, missing, reasonFor, unseen } from '../platform/findings.ts';
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

async function certificateFinding(url: URL, clock: Clock): Promise<Finding> {
  try {
    const { from, to, fault } = await certificateOf(url);
    const left = to - clock.now().getTime();
    const days = Math.floor(left / DAY_MS);
    if (fault) {
      const todo = 'O proxy precisa de um certificado válido para este nome, com toda a cadeia.';
      return missing(`No endereço público, ${reasonFor(fault)}.`, todo);
    }
    return judged(
      left > Math.min(LEFT_MS, (to - from) / 3),
      `O certificado serve e vale por mais ${days} dias.`,
      `O certificado só vale por mais ${days} dias.`,
      'Veja no proxy por que ele não foi renovado: a porta 80 ou o DNS costumam ser a causa.',
    );
  } catch (error) {
    return missing(
      `O endereço público não pôde ser alcançado daqui: ${reasonFor(error)}.`,
      'Veja o DNS, o firewall e o proxy; PUBLIC_URL é o endereço que as pessoas usam.',
    );
  }
}

type Answer = 'ours' | 'other' | 'none';

/** Who answers at `/healthz` below an address. */
async function healthAt(base: string): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const answer = await fetch(`${base}/healthz`, { redirect: 'manual', signal });
    const body = answer.status === 200 ? await answer.json().catch(() => null) : null;
    await answer.body?.cancel().catch(() => undefined);
    if (body !== null && typeof body === 'object' && Reflect.get(body, 'status') === 'ok') {
      return 'ours';
    }
    return answer.status >= 500 ? 'none' : 'other';
  } catch {
    return 'none';
  }
}

/** Where this machine's own program would answer. */
function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const everywhere = ['0.0.0.0', '::', ''].includes(host);
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

async function healthFinding(url: string, settings: Pick<Config, 'host' | 'port'>) {
  const [outside, here] = await Promise.all([healthAt(url), healthAt(localAddress(settings))]);
  if (outside === 'ours') return found('A Guilda responde no endereço público.');
  if (outside === 'other') {
    return missing(
      'No endereço público responde outra coisa, não a Guilda.',
      'Veja para onde o proxy leva este nome, e se PUBLIC_URL não é um endereço que só redireciona.',
    );
  }
  if (here === 'ours') {
    return missing(
      'A Guilda está de pé neste computador, mas não responde no endereço público.',
      'Veja no proxy para onde ele leva, e o firewall.',
    );
  }
  return unseen('A Guilda não responde no endereço público: se ela já devia estar de pé, suba-a.');
}

/** Looks at the address that people see, from here. */
export async function examinePublicAddress(
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  clock: Clock,
): Promise<readonly Finding[]> {
  if (!publicUrl) return [unseen('Não olhado: falta PUBLIC_URL.')];
  const health = healthFinding(publicUrl, { host, port });
  const url = new URL(publicUrl);
  if (url.protocol !== 'https:') {
    const todo = 'Ponha um proxy com TLS na frente e escreva PUBLIC_URL com https://.';
    return [missing('PUBLIC_URL não usa https.', todo), await health];
  }
  const certificate = certificateFinding(url, clock);
  return [found('PUBLIC_URL usa https.'), await certificate, await health];
}
