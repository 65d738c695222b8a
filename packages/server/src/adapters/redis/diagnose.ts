import {
  checkedFinding,
  connectionFailureText,
  type Finding,
  failedFinding,
  passedFinding,
  uncheckedFinding,
} from '../../platform/findings.ts';
import { createRedisClient, destroyClient, type RedisClient } from './link.ts';
import { withRedisTimeout } from './with-timeout.ts';

/** Oldest major version of Redis that Guilda is tested with. */
const MIN_MAJOR_VERSION = 7;
/** Timeout of each answer of Redis, in ms. */
const ANSWER_TIMEOUT_MS = 4_000;

/** A value of Redis's `INFO` text; undefined if missing. */
const readInfoValue = (info: string, name: string) =>
  new RegExp(`^${name}:([\\w.-]{1,40})\\r?$`, 'm').exec(info)?.[1];

function infoFindings(infoText: string): Finding[] {
  const version = readInfoValue(infoText, 'redis_version');
  const policy = readInfoValue(infoText, 'maxmemory_policy');
  return [
    version
      ? checkedFinding(
          Number.parseInt(version, 10) >= MIN_MAJOR_VERSION,
          `Versão: Redis ${version}.`,
          `O Redis é da versão ${version}, mais antiga do que a Guilda conhece.`,
          `Use o Redis ${MIN_MAJOR_VERSION} ou mais novo.`,
        )
      : uncheckedFinding('O Redis não diz a sua versão.'),
    policy
      ? checkedFinding(
          policy === 'noeviction',
          'O Redis não joga nada fora quando enche (noeviction).',
          `O Redis joga coisas fora quando enche (maxmemory-policy ${policy}): os limites se perdem.`,
          'Defina maxmemory-policy noeviction no redis.conf ou no painel do provedor.',
        )
      : uncheckedFinding(
          'O Redis não diz o que faz quando enche: confira se maxmemory-policy é noeviction.',
        ),
  ];
}

/** Error replies that mean wrong or insufficient credentials. */
const refusedCredentialsPattern = /^(WRONGPASS|NOAUTH|ERR AUTH|NOPERM|ERR invalid password)/;

function connectionFailureFinding(error: unknown): Finding {
  if (error instanceof Error && refusedCredentialsPattern.test(error.message)) {
    return failedFinding(
      'O Redis não aceita o usuário ou a senha de REDIS_URL.',
      'Confira os dois; o que é especial na senha se escreve com %.',
    );
  }
  return failedFinding(
    `O Redis não pôde ser alcançado: ${connectionFailureText(error)}.`,
    'Veja se ele está de pé e se host e porta de REDIS_URL estão certos; rediss:// é para TLS.',
  );
}

const malformedUrlFinding = failedFinding(
  'REDIS_URL não tem a forma certa.',
  'Ela é redis://usuário:senha@servidor:6379/0: no fim só um número; o que é especial na senha se escreve com %.',
);

/**
 * Creates a client; null for a URL that cannot be parsed, because the error's message may repeat the URL with its
 * password.
 */
function createClientOrNull(url: string): RedisClient | null {
  try {
    return createRedisClient(url);
  } catch {
    return null;
  }
}

/**
 * Diagnoses the configured Redis without changing anything; findings do not contain its URL.
 * @param answerMs timeout of each answer, in ms
 */
export async function diagnoseRedis(
  url: string,
  answerMs = ANSWER_TIMEOUT_MS,
): Promise<readonly Finding[]> {
  const client = createClientOrNull(url);
  if (!client) return [malformedUrlFinding];
  // The event is ignored, because the failed command reports the error.
  client.on('error', () => undefined);
  try {
    await withRedisTimeout(answerMs, client.connect());
    await withRedisTimeout(answerMs, client.ping());
    const info = await withRedisTimeout(answerMs, client.info()).catch(() => '');
    return [passedFinding('O Redis responde.'), ...infoFindings(info)];
  } catch (error) {
    return [connectionFailureFinding(error)];
  } finally {
    destroyClient(client);
  }
}
