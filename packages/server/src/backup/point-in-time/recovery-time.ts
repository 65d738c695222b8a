import { z } from 'zod';
import { BackupError } from '../errors.ts';
import type { ClusterBackup, Stanza } from './pgbackrest.ts';

const isoTime = z.iso.datetime({ offset: true });

/** Formats a time for messages, with its zone. */
export const formatTime = (time: Date) =>
  `${time.toLocaleString('pt-BR', { timeZone: 'UTC' })} (UTC)`;

/** Parses the argument of `--at`; throws `BackupError` for another format and for a time in the future. */
export function parseRecoveryTime(text: string, now: Date): Date {
  if (!isoTime.safeParse(text).success) {
    throw new BackupError(
      `--at não é uma hora com fuso: ${text}. Use 2026-11-28T20:30:00-03:00 ou 2026-11-28T23:30:00Z.`,
    );
  }
  const at = new Date(text);
  if (at > now) throw new BackupError(`${formatTime(at)} ainda não chegou.`);
  return at;
}

/** The newest backup that ended before a time; throws `BackupError` when all backups are newer. */
export function chooseBackup({ backups }: Stanza, at: Date): ClusterBackup {
  const backup = backups.findLast(({ finishedAt }) => finishedAt <= at);
  if (backup) return backup;
  const [oldest] = backups;
  const oldestText = oldest ? `: a cópia mais antiga é de ${formatTime(oldest.finishedAt)}` : '';
  throw new BackupError(`Não se volta a ${formatTime(at)}${oldestText}.`);
}

/** The error for a time that the archived WAL does not reach. */
export const notArchivedError = (at: Date, reached: string) =>
  new BackupError(`O WAL arquivado não chega a ${formatTime(at)}: ${reached}.`);
