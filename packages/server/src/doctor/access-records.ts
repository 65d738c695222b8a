import { limits } from '@guilda/contract/limits';
import type { Config } from '../config/index.ts';
import { readStoredPeriod } from '../modules/access-records/index.ts';
import { createDatabase } from '../platform/database/pool.ts';
import {
  checkedFinding,
  type Finding,
  passedFinding,
  uncheckedFinding,
} from '../platform/findings.ts';
import type { Clock } from '../ports/clock.ts';

const silentLog = { debug() {}, info() {}, warn() {}, error() {} };

/** Days after the end of the retention time by which the daily job must have deleted records. */
const DELETION_GRACE_DAYS = 2;

/** Finding about a proxy that does not send the client's port, which access records then lack. */
function portFinding({ trustedProxies, clientPortHeader }: Config): Finding[] {
  if (trustedProxies === null || clientPortHeader !== null) return [];
  return [
    uncheckedFinding(
      'CLIENT_PORT_HEADER não está definida: atrás do proxy ninguém sabe a porta de quem acessa.',
      'Faça o proxy escrever a porta num cabeçalho (veja deploy/) e ponha nela o nome dele.',
    ),
  ];
}

async function storedRecordFindings(url: string, clock: Clock): Promise<Finding[]> {
  const database = createDatabase(url, { max: 1, log: silentLog });
  try {
    const { oldest, newest } = await readStoredPeriod(database.db);
    if (!oldest || !newest) return [passedFinding('Ainda não há registros de acesso guardados.')];
    const retentionStart = clock.now();
    retentionStart.setUTCMonth(retentionStart.getUTCMonth() - limits.kept.accessRecordMonths);
    retentionStart.setUTCDate(retentionStart.getUTCDate() - DELETION_GRACE_DAYS);
    return [
      passedFinding(`O registro de acesso mais novo é de ${newest.toISOString()}.`),
      checkedFinding(
        oldest >= retentionStart,
        `Nenhum registro de acesso está guardado além de ${limits.kept.accessRecordMonths} meses.`,
        `Há registros de acesso de mais de ${limits.kept.accessRecordMonths} meses.`,
        'O trabalho diário que os apaga não roda: veja "a job failed" no log.',
      ),
    ];
  } catch {
    // No finding here, because the section about the database reports its problems.
    return [];
  } finally {
    await database.close();
  }
}

/** Findings about access records: keys, the port behind a proxy, and what is stored; none in a demo without keys. */
export async function accessRecordFindings(
  config: Config,
  clock: Clock,
): Promise<readonly Finding[]> {
  const { accessRecordRecipients, demo } = config;
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  if (accessRecordRecipients.length === 0)
    return demo ? [] : [uncheckedFinding('Não olhado: falta ACCESS_RECORDS_RECIPIENTS.')];
  return [
    passedFinding(
      `Chaves públicas que cifram os registros de acesso: ${accessRecordRecipients.length}. Quem tem a privada pode provar que ela abre: npm run access-records.`,
    ),
    ...portFinding(config),
    ...(databaseUrl ? await storedRecordFindings(databaseUrl, clock) : []),
  ];
}
