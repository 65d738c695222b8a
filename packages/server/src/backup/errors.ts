import { isEmbeddedDatabaseError } from '../platform/database/embedded.ts';
import { errorMessageOf } from '../platform/database/log.ts';
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts';
import { StorageUnavailableError } from '../ports/file-store.ts';

/** Expected failure of a backup command; `message` is Portuguese, for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Creates the error for a backup that is damaged, truncated or not a backup of Guilda. */
export function damagedBackupError(reason: string): BackupError {
  return new BackupError(`Esta cópia não serve: ${reason}. Nada foi restaurado.`);
}

const errorCodeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : '';
};

/** Removes URLs from a text: they can contain passwords, and the driver repeats a URL that it cannot parse. */
const withoutSecrets = (text: string) =>
  text.replace(/[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…').split('\n', 1)[0] ?? '';

/** Whether a code is an SQLSTATE; five-letter codes of files and sockets such as `EPIPE` have no digit. */
const isSqlState = (code: string) => /^(?=.*\d)[0-9A-Z]{5}$/.test(code);

/** SQLSTATEs whose messages describe the server and never contain row values. */
const SERVER_SQL_STATES = /^(08|25|28|3D|42|53|54|55|57|58|XX)/;

/**
 * Replaces a data error of PostgreSQL by an error for a damaged backup, because its message would show row values.
 * Other errors are returned unchanged.
 */
export function toDamagedIfDataError(error: unknown, description: string): unknown {
  return /^2[23]/.test(errorCodeOf(error)) ? damagedBackupError(description) : error;
}

/** The message of an error, with URLs removed. An SQLSTATE replaces messages that can contain row values. */
function safeErrorMessage(cause: unknown): string {
  const code = errorCodeOf(cause);
  if (isSqlState(code) && !SERVER_SQL_STATES.test(code)) return `erro ${code} do banco de dados`;
  return withoutSecrets(errorMessageOf(cause)) || code;
}

/**
 * One line in Portuguese with the reason of a failed command. Row values and URLs, which can contain passwords, are
 * left out.
 */
export function commandErrorText(error: unknown): string {
  if (error instanceof BackupError || isEmbeddedDatabaseError(error)) return error.message;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const reason = safeErrorMessage(cause);
  if (error instanceof StorageUnavailableError) {
    return `Não foi possível usar o lugar dos arquivos: ${reason}`;
  }
  if (errorCodeOf(cause) === 'ENOSPC') return 'Não há mais espaço no disco.';
  if (isDatabaseUnavailable(error) || /^(28...|3D000|42501)$/.test(errorCodeOf(cause))) {
    return `Não foi possível usar o banco de dados: ${reason}`;
  }
  return `Algo deu errado: ${reason}`;
}
