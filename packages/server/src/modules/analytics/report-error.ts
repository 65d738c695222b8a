import { createHash } from 'node:crypto';
import type { Screen } from '@guilda/contract/screens';
import type { Database } from '../../platform/database/pool.ts';
import { compileStatement } from '../../platform/database/prepared.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { ok, type Result } from '../../platform/result.ts';
import { scrubMessage, scrubStack } from './scrub.ts';

export interface ReportErrorDeps {
  readonly database: Database;
}

/** Different errors stored in a day; more are counted as one, so that nobody can fill the table. */
export const MAX_NEW_A_DAY = 200;

/** The row that counts errors beyond {@link MAX_NEW_A_DAY}. */
export const OTHERS = { message: 'Outros erros', screen: 'other', stack: '' } as const;

interface ClientError {
  readonly message: string;
  readonly screen: Screen;
  readonly stack: string;
}

const fingerprintOf = ({ message, screen, stack }: ClientError) =>
  createHash('sha256').update([message, screen, stack].join('\n')).digest();

const given = (name: keyof ClientError | 'fingerprint' | 'max') => sql.placeholder(name);

const countError = compileStatement(
  sql`INSERT INTO client_errors AS stored (fingerprint, message, screen, stack)
    SELECT ${given('fingerprint')}::bytea, ${given('message')}, ${given('screen')}, ${given('stack')}
    WHERE EXISTS (SELECT FROM client_errors WHERE fingerprint = ${given('fingerprint')}::bytea)
      OR (SELECT count(*) FROM client_errors WHERE first_at > now() - interval '1 day')
        < ${given('max')}::bigint
    ON CONFLICT (fingerprint) DO UPDATE
      SET count = stored.count + 1, last_at = clock_timestamp()
    RETURNING 1 AS stored`,
  'client error',
);

async function count(database: Database, error: ClientError, max: number): Promise<boolean> {
  const rows = await countError(database.pool, {
    ...error,
    fingerprint: fingerprintOf(error),
    max,
  });
  return rows.length > 0;
}

/**
 * Counts an error that a browser reported; equal errors are one row. Everything that could be personal is
 * scrubbed, and the reporter is not stored.
 */
export const reportError =
  (deps: ReportErrorDeps) =>
  async (reported: ClientError): Promise<Result<undefined, never>> => {
    const error = {
      message: scrubMessage(reported.message),
      screen: reported.screen,
      stack: scrubStack(reported.stack),
    };
    const stored = await count(deps.database, error, MAX_NEW_A_DAY);
    if (!stored) await count(deps.database, OTHERS, Number.MAX_SAFE_INTEGER);
    return ok(undefined);
  };
