import { type CertificateFacts, certificateRemaining } from '../../ports/certificate-reader.ts';
import { spanText } from './format.ts';
import type { Probe } from './run-probes.ts';

const HOUR_MS = 3_600_000;
/** Backups run every night. */
const BACKUP_OLD_MS = 36 * HOUR_MS;
const BACKUP_LOST_MS = 72 * HOUR_MS;
/** Days before expiry at which automatic renewal has clearly failed. */
const CERTIFICATE_ENDING = 3;

const noBackup =
  'Nenhuma cópia de segurança foi feita ainda: ligue a de toda noite e rode npm run backup agora.';
const oldBackup =
  'A cópia de segurança mais nova é velha demais: veja por que a de toda noite não roda e rode npm run backup.';

/** The age of the latest backup. */
export function backupProbe(
  readLast: () => Promise<Date | null>,
  now: () => Date,
  demo: boolean,
): Probe {
  return {
    name: 'backups',
    remedy: 'Veja primeiro o banco de dados, que anota cada cópia.',
    look: async () => {
      const last = await readLast();
      if (!last) {
        return demo
          ? { state: 'not_configured', text: 'A demonstração ainda não tem cópia de segurança.' }
          : { state: 'slow', text: noBackup };
      }
      const age = Math.max(0, now().getTime() - last.getTime());
      const facts = [
        { label: 'Feita em', at: last.toISOString() },
        { label: 'Idade', value: spanText(age / 1_000) },
      ];
      if (age <= BACKUP_OLD_MS) return { state: 'ok', text: 'A cópia mais nova é recente.', facts };
      return { state: age > BACKUP_LOST_MS ? 'failing' : 'slow', text: oldBackup, facts };
    },
  };
}

const unreached =
  'O endereço público não pôde ser alcançado daqui: veja o DNS, o firewall e o proxy.';
const refused =
  'Os navegadores recusam o certificado: o proxy precisa de um que valha para este endereço, com toda a cadeia.';

/** The validity of the public address's certificate; `read` is null where there is none to check. */
export function certificateProbe(
  read: (() => Promise<CertificateFacts | null>) | null,
  now: () => Date,
): Probe {
  return {
    name: 'certificate',
    remedy: unreached,
    look: async () => {
      if (!read) {
        return { state: 'not_configured', text: 'A demonstração não tem certificado a olhar.' };
      }
      const certificate = await read();
      if (!certificate) return { state: 'slow', text: unreached };
      const { days, overdue } = certificateRemaining(certificate, now());
      const facts = [{ label: 'Vale até', at: certificate.until.toISOString() }];
      if (certificate.fault !== null) return { state: 'failing', text: refused, facts };
      if (!overdue) return { state: 'ok', text: `Vale por mais ${daysText(days)}.`, facts };
      return {
        state: days < CERTIFICATE_ENDING ? 'failing' : 'slow',
        text: `O certificado só vale por mais ${daysText(days)}: veja no proxy por que ele não foi renovado. A porta 80 ou o DNS costumam ser a causa.`,
        facts,
      };
    },
  };
}

const daysText = (days: number) => (days === 1 ? '1 dia' : `${days} dias`);
