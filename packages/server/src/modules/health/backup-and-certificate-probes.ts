import { certificateRemaining, type HostCertificate } from '../../ports/certificate-reader.ts';
import { archiveProblem } from './archive-problem.ts';
import type { ArchiveFacts } from './database-status-queries.ts';
import { countText, secondsText } from './format.ts';
import type { Probe, ProbeResult } from './run-probes.ts';

const HOUR_MS = 3_600_000;
/** Age of the newest backup above which the probe reports the state `slow`, in ms. Backups run every night. */
const OLD_BACKUP_AGE_MS = 36 * HOUR_MS;
/** Age of the newest backup above which the probe reports the state `failing`, in ms. */
const FAILING_BACKUP_AGE_MS = 72 * HOUR_MS;
/**
 * Days of remaining validity below which a certificate counts as a problem: automatic renewal should have replaced it
 * earlier.
 */
const MIN_CERTIFICATE_DAYS = 3;

const noBackupText =
  'Nenhuma cópia de segurança foi feita ainda: ligue a de toda noite e rode npm run backup agora.';
const oldBackupText =
  'A cópia de segurança mais nova é velha demais: veja por que a de toda noite não roda e rode npm run backup.';

/** Judges the newest backup by its age. */
function backupResult(lastBackupAt: Date | null, now: Date, isDemo: boolean): ProbeResult {
  if (!lastBackupAt) {
    return isDemo
      ? { state: 'not_configured', text: 'A demonstração ainda não tem cópia de segurança.' }
      : { state: 'slow', text: noBackupText };
  }
  const age = Math.max(0, now.getTime() - lastBackupAt.getTime());
  const facts = [
    { label: 'Feita em', at: lastBackupAt.toISOString() },
    { label: 'Idade', value: secondsText(age / 1_000) },
  ];
  if (age <= OLD_BACKUP_AGE_MS) return { state: 'ok', text: 'A cópia mais nova é recente.', facts };
  return { state: age > FAILING_BACKUP_AGE_MS ? 'failing' : 'slow', text: oldBackupText, facts };
}

/** The facts about WAL archiving for the health page. */
function archiveFacts({ lastArchivedAt, failedCount, lastClusterBackupAt }: ArchiveFacts) {
  return [
    ...(lastArchivedAt ? [{ label: 'WAL arquivado até', at: lastArchivedAt.toISOString() }] : []),
    { label: 'WAL que falhou', value: countText(failedCount) },
    ...(lastClusterBackupAt
      ? [{ label: 'Cópia do pgBackRest', at: lastClusterBackupAt.toISOString() }]
      : []),
  ];
}

/** Probe of the age of the newest backup, and of WAL archiving where the database archives. */
export function backupProbe(
  {
    lastBackup,
    archive,
  }: {
    lastBackup: () => Promise<Date | null>;
    /** Resolves to null while the database does not archive. */
    archive: () => Promise<ArchiveFacts | null>;
  },
  now: () => Date,
  isDemo: boolean,
): Probe {
  return {
    name: 'backups',
    remedy: 'Veja primeiro o banco de dados, que anota cada cópia.',
    read: async () => {
      const result = backupResult(await lastBackup(), now(), isDemo);
      const currentArchive = await archive();
      if (!currentArchive) return result;
      const facts = [...(result.facts ?? []), ...archiveFacts(currentArchive)];
      const problem = archiveProblem(currentArchive, now());
      if (!problem || result.state === 'failing') return { ...result, facts };
      return { state: 'failing', text: `${problem.text} ${problem.todo}`, facts };
    },
  };
}

const unreachedAddressText =
  'O endereço público não pôde ser alcançado daqui: veja o DNS, o firewall e o proxy.';
const refusedCertificateText =
  'Os navegadores recusam o certificado: o proxy precisa de um que valha para este endereço, com toda a cadeia.';

/**
 * Probe of the expiry of the public address's TLS certificate; `readCertificate` is null when there is no certificate
 * to check.
 */
export function certificateProbe(
  readCertificate: (() => Promise<HostCertificate | null>) | null,
  now: () => Date,
): Probe {
  return {
    name: 'certificate',
    remedy: unreachedAddressText,
    read: async () => {
      if (!readCertificate) {
        return { state: 'not_configured', text: 'A demonstração não tem certificado a olhar.' };
      }
      const certificate = await readCertificate();
      if (!certificate) return { state: 'slow', text: unreachedAddressText };
      const { days, overdue } = certificateRemaining(certificate, now());
      const facts = [{ label: 'Vale até', at: certificate.validUntil.toISOString() }];
      if (certificate.fault !== null)
        return { state: 'failing', text: refusedCertificateText, facts };
      if (!overdue) return { state: 'ok', text: `Vale por mais ${daysText(days)}.`, facts };
      return {
        state: days < MIN_CERTIFICATE_DAYS ? 'failing' : 'slow',
        text: `O certificado só vale por mais ${daysText(days)}: veja no proxy por que ele não foi renovado. A porta 80 ou o DNS costumam ser a causa.`,
        facts,
      };
    },
  };
}

const daysText = (days: number) => (days === 1 ? '1 dia' : `${days} dias`);
