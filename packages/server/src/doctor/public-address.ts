import type { Config } from '../config/index.ts';
import {
  type Finding,
  failedFinding,
  passedFinding,
  uncheckedFinding,
} from '../platform/findings.ts';
import type { Clock } from '../ports/clock.ts';
import { certificateFinding } from './certificate.ts';
import { clockFindings } from './clocks.ts';
import { webSocketFinding } from './web-socket.ts';

const ANSWER_TIMEOUT_MS = 4_000;

interface HealthAnswer {
  readonly answeredBy: 'ours' | 'other' | 'none';
  /** The `Date` header of the answer, by the other machine's clock. */
  readonly date: string | null;
}

const noAnswer: HealthAnswer = { answeredBy: 'none', date: null };

/** Requests `/healthz` below a base URL. */
async function fetchHealth(baseUrl: string): Promise<HealthAnswer> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    const answer = await fetch(`${baseUrl}/healthz`, { redirect: 'manual', signal });
    const body = answer.status === 200 ? await answer.json().catch(() => null) : null;
    await answer.body?.cancel().catch(() => undefined);
    const date = answer.headers.get('date');
    if (body !== null && typeof body === 'object' && Reflect.get(body, 'status') === 'ok') {
      return { answeredBy: 'ours', date };
    }
    return { answeredBy: answer.status >= 500 ? 'none' : 'other', date };
  } catch {
    return noAnswer;
  }
}

type ListenAddress = Pick<Config, 'host' | 'port'>;

/** URL at which this machine reaches the program. */
function localAddress({ host, port }: ListenAddress): string {
  const listensEverywhere = ['0.0.0.0', '::', ''].includes(host);
  const name = listensEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function unreachedProgramFinding({ answeredBy }: HealthAnswer, runsHere: boolean): Finding {
  if (answeredBy === 'other') {
    return failedFinding(
      'No endereço público responde outra coisa, não a Guilda.',
      'Veja para onde o proxy leva este nome, e se PUBLIC_URL não é um endereço que só redireciona.',
    );
  }
  if (runsHere) {
    return failedFinding(
      'A Guilda está de pé neste computador, mas não responde no endereço público.',
      'Veja no proxy para onde ele leva, e o firewall.',
    );
  }
  return uncheckedFinding(
    'A Guilda não responde no endereço público.',
    'Se ela já devia estar de pé, suba-a e rode npm run doctor de novo.',
  );
}

async function programFindings(url: string, settings: ListenAddress, clock: Clock) {
  const [outside, localAnswer] = await Promise.all([
    fetchHealth(url),
    fetchHealth(localAddress(settings)),
  ]);
  if (outside.answeredBy !== 'ours')
    return [unreachedProgramFinding(outside, localAnswer.answeredBy === 'ours')];
  return [
    passedFinding('A Guilda responde no endereço público.'),
    await webSocketFinding(url),
    ...clockFindings('o endereço público', outside.date, clock),
  ];
}

/** Checks from this machine whether `PUBLIC_URL` leads to the program. */
export async function examinePublicAddress(
  { publicUrl, host, port }: ListenAddress & Pick<Config, 'publicUrl'>,
  clock: Clock,
): Promise<readonly Finding[]> {
  if (!publicUrl) return [uncheckedFinding('Não olhado: falta PUBLIC_URL.')];
  const programPromise = programFindings(publicUrl, { host, port }, clock);
  const url = new URL(publicUrl);
  if (url.protocol !== 'https:') {
    const todo = 'Ponha um proxy com TLS na frente e escreva PUBLIC_URL com https://.';
    return [failedFinding('PUBLIC_URL não usa https.', todo), ...(await programPromise)];
  }
  const { reached, finding } = await certificateFinding(url, clock);
  // An unreachable host is reported only once: the other results that could not be checked are left out.
  const remainingFindings = (await programPromise).filter(({ ok }) => reached || ok !== null);
  return [passedFinding('PUBLIC_URL usa https.'), finding, ...remainingFindings];
}
