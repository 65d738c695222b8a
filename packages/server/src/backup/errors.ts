import { EmbeddedDatabaseError } from '../platform/database/embedded/index.ts';
import { reasonOf } from '../platform/database/log.ts';
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts';
import { StorageUnavailableError } from '../ports/file-store.ts';

/** What keeps a backup from being made or restored; `message` is pt-BR, for whoever runs it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** The backup itself cannot be used: damaged, cut short or none of ours. */
export function damaged(why: string): BackupError {
  return new BackupError(`Esta cópia não serve: ${why}. Nada foi restaurado.`);
}

const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : '';
};

/** Addresses carry passwords, and the driver repeats one it cannot read. */
const withoutSecrets = (text: string) =>
  text.replace(/[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…').split('\n', 1)[0] ?? '';

/** A code of the database; those of files and sockets (`EPIPE`) have no digit. */
const isState = (code: string) => /^(?=.*\d)[0-9A-Z]{5}$/.test(code);

/** States of the server whose words are about it and not about the rows it was given. */
const OF_SERVER = /^(08|25|28|3D|42|53|54|55|57|58|XX)/;

/** What the database refuses a row with: the backup is at fault, and the words would show the row. */
export function asDamaged(error: unknown, what: string): unknown {
  return /^2[23]/.test(codeOf(error)) ? damaged(what) : error;
}

/** What is said of a failure: of the database's only what says nothing of rows. */
function reasonFor(cause: unknown): string {
  const code = codeOf(cause);
  if (isState(code) && !OF_SERVER.test(code)) return `erro ${code} do banco de dados`;
  return withoutSecrets(reasonOf(cause)) || code;
}

/** Why nothing was done, in one line without secrets. */
export function explain(error: unknown): string {
  if (error instanceof BackupError || error instanceof EmbeddedDatabaseError) return error.message;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const reason = reasonFor(cause);
  if (error instanceof StorageUnavailableError) {
    return `Não foi possível usar o lugar dos arquivos: ${reason}`;
  }
  if (codeOf(cause) === 'ENOSPC') return 'Não há mais espaço no disco.';
  if (isDatabaseUnavailable(error) || /^(28...|3D000|42501)$/.test(codeOf(cause))) {
    return `Não foi possível usar o banco de dados: ${reason}`;
  }
  return `Algo deu errado: ${reason}`;
}
