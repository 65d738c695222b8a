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

/** Why nothing was done, in one line without secrets. */
export function explain(error: unknown): string {
  if (error instanceof BackupError || error instanceof EmbeddedDatabaseError) return error.message;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const reason = withoutSecrets(reasonOf(cause)) || codeOf(cause);
  if (error instanceof StorageUnavailableError) {
    return `Não foi possível usar o lugar dos arquivos: ${reason}`;
  }
  if (codeOf(cause) === 'ENOSPC') return 'Não há mais espaço no disco.';
  if (isDatabaseUnavailable(error) || /^(28...|3D000|42501)$/.test(codeOf(cause))) {
    return `Não foi possível usar o banco de dados: ${reason}`;
  }
  return `Algo deu errado: ${reason}`;
}
