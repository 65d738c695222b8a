import { createHash } from 'node:crypto';
import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import { type ClientError, countClientError } from './analytics-queries.ts';
import { scrubMessage, scrubStack } from './scrub.ts';

export interface ReportErrorDeps {
  readonly database: Database;
}

/**
 * Maximum number of different errors stored in 24 hours, so that nobody can fill the table. Errors beyond it are
 * counted in {@link OTHER_ERRORS}.
 */
export const MAX_NEW_ERRORS_PER_DAY = 200;

/** The row that counts errors beyond {@link MAX_NEW_ERRORS_PER_DAY}. */
export const OTHER_ERRORS = { message: 'Outros erros', screen: 'other', stack: '' } as const;

const fingerprintOf = ({ message, screen, stack }: ClientError) =>
  createHash('sha256').update([message, screen, stack].join('\n')).digest();

async function storeError(
  database: Database,
  error: ClientError,
  maxErrors: number,
): Promise<boolean> {
  const rows = await countClientError(database.pool, {
    ...error,
    fingerprint: fingerprintOf(error),
    max: maxErrors,
  });
  return rows.length > 0;
}

/**
 * Counts an error that a browser reported; equal errors share one row. Personal data is removed from the error, and the
 * reporter is not stored.
 */
export const reportError =
  (deps: ReportErrorDeps) =>
  async (reportedError: ClientError): Promise<Result<undefined, never>> => {
    const error = {
      message: scrubMessage(reportedError.message),
      screen: reportedError.screen,
      stack: scrubStack(reportedError.stack),
    };
    const isStored = await storeError(deps.database, error, MAX_NEW_ERRORS_PER_DAY);
    if (!isStored) await storeError(deps.database, OTHER_ERRORS, Number.MAX_SAFE_INTEGER);
    return ok(undefined);
  };
