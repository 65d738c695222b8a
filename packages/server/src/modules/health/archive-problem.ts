import type { ArchiveFacts } from './database-status-queries.ts';

const MINUTE_MS = 60_000;
/** Age of the newest archived WAL above which archiving counts as late; a WAL file is closed once a minute. */
const LATE_ARCHIVE_MS = 10 * MINUTE_MS;
/** Age of the newest backup of the cluster above which it counts as old. Backups run every night. */
const OLD_CLUSTER_BACKUP_MS = 36 * 60 * MINUTE_MS;

/** What is wrong with WAL archiving, in Portuguese for the operator. */
export interface ArchiveProblem {
  readonly text: string;
  readonly todo: string;
}

/** What is wrong with WAL archiving or with the backups of the cluster; null when nothing is. */
export function archiveProblem(
  { isEnabled, lastArchivedAt, isFailing, lastClusterBackupAt }: ArchiveFacts,
  now: Date,
): ArchiveProblem | null {
  const ageOf = (time: Date | null) => (time ? now.getTime() - time.getTime() : Infinity);
  if (!isEnabled) {
    return {
      text: 'O banco deixou de arquivar o WAL: archive_mode está desligado.',
      todo: 'Ligue-o de novo como em docs/operations.md, "Back to any minute"; sem pgBackRest, apague a linha de last_cluster_backup.',
    };
  }
  if (isFailing || ageOf(lastArchivedAt) > LATE_ARCHIVE_MS) {
    return {
      text: 'O WAL não é arquivado: o que se perde com a máquina cresce, e o disco do banco enche.',
      todo: 'Veja no registro do PostgreSQL o que archive_command responde; depois: pgbackrest --stanza=guilda check.',
    };
  }
  if (ageOf(lastClusterBackupAt) <= OLD_CLUSTER_BACKUP_MS) return null;
  return {
    text: 'A cópia mais nova do pgBackRest tem mais de 36 horas, ou nunca houve uma.',
    todo: 'Veja journalctl -u "guilda-pgbackrest@*" e rode: systemctl start guilda-pgbackrest@full.',
  };
}
