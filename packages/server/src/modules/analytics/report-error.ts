import { createHash } from 'node:crypto';
import type { Screen } from '@guilda/contract/screens';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/pool.ts';
import { compileStatement } from '../../platform/database/prepared.ts';
import { ok, type Result } from '../../platform/result.ts';
import { scrubMessage, scrubStack } from './scrub.ts';

export interface ReportErrorDeps {
  readonly database: Database;
}

/** Different errors of a day; beyond them all count as one, so that nobody can fill the table. */
export const MAX_NEW_A_DAY = 200;

/** What stands for errors beyond {@link MAX_NEW_A_DAY}. */
export const OTHERS = { message: 'Outros erros', screen: 'other', stack: '' } as const;

interface KeptError {
  readonly message: string;
  readonly screen: Screen;
  readonly stack: string;
}

const fingerprintOf = ({ message, screen, stack }: KeptError) =>
  createHash('sha256').update([message, screen, stack].join('\n')).digest();

const given = (name: keyof KeptError | 'fingerprint' | 'max') => sql.placeholder(name);

const keep = compileStatement(
  sql`INSERT INTO client_errors AS kept (fingerprint, message, screen, stack)
    SELECT ${given('fingerprint')}::bytea, ${given('message')}, ${given('screen')}, ${given('stack')}
    WHERE EXISTS (SELECT FROM client_errors WHERE fingerprint = ${given('fingerprint')}::bytea)
      OR (SELECT count(*) FROM client_errors WHERE first_at > now() - interval '1 day')
        < ${given('max')}::bigint
    ON CONFLICT (fingerprint) DO UPDATE
      SET count = kept.count + 1, last_at = clock_timestamp()
    RETURNING 1 AS kept`,
  'client error',
);

async function count(database: Database, error: KeptError, max: number): Promise<boolean> {
  const rows = await keep(database.pool, { ...error, fingerprint: fingerprintOf(error), max });
  return rows.length > 0;
}

/**
 * Keeps an error that a browser told of, those alike as one (`spec §8`): scrubbed of all that could be
 * of a person, without who told it.
 */
export const reportError =
  (deps: ReportErrorDeps) =>
  async (told: KeptError): Promise<Result<undefined, never>> => {
    const error = {
      message: scrubMessage(told.message),
      screen: told.screen,
      stack: scrubStack(told.stack),
    };
    const kept = await count(deps.database, error, MAX_NEW_A_DAY);
    if (!kept) await count(deps.database, OTHERS, Number.MAX_SAFE_INTEGER);
    return ok(undefined);
  };
