import pg from 'pg';
import type { Config } from '../config/index.ts';
import { archiveProblem, readArchive } from '../modules/health/index.ts';
import {
  type Finding,
  failedFinding,
  passedFinding,
  uncheckedFinding,
} from '../platform/findings.ts';
import type { Clock } from '../ports/clock.ts';

const ANSWER_TIMEOUT_MS = 4_000;

/**
 * Findings about WAL archiving and the backups of the whole cluster that belong to it. No findings when the database
 * does not answer or was never migrated, because the section about the database reports that.
 */
export async function archiveFindings(
  { databaseUrl, databaseDirectUrl, demo }: Config,
  clock: Clock,
): Promise<readonly Finding[]> {
  if (!databaseUrl) return [];
  const pool = new pg.Pool({
    ...{ connectionString: databaseDirectUrl ?? databaseUrl, max: 1 },
    ...{ connectionTimeoutMillis: ANSWER_TIMEOUT_MS, query_timeout: ANSWER_TIMEOUT_MS },
    application_name: 'guilda-doctor',
  });
  pool.on('error', () => undefined);
  try {
    const archive = await readArchive({ pool });
    if (archive) {
      const problem = archiveProblem(archive, clock.now());
      return [
        problem
          ? failedFinding(problem.text, problem.todo)
          : passedFinding('O WAL é arquivado, e a cópia do pgBackRest é recente.'),
      ];
    }
    if (demo) return [];
    return [
      uncheckedFinding(
        'O banco não arquiva o WAL: com a máquina perde-se tudo desde a última cópia.',
        'Para voltar a qualquer minuto: docs/operations.md, "Back to any minute".',
      ),
    ];
  } catch {
    return [];
  } finally {
    await pool.end();
  }
}
