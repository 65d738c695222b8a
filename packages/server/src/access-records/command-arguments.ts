import { parseCommandArgs, parseReason } from '../backup/commands/run-command.ts';
import { BackupError } from '../backup/errors.ts';
import type { AccessRecordPeriod } from '../modules/access-records/index.ts';

const USAGE =
  'npm run -s access-records -- --person UID|NOME --from DIA --to DIA --reason MOTIVO ' +
  '[--identity ARQUIVO] [--csv] [--for-copy], ou --make-key ARQUIVO';

const commandFlags = {
  person: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  reason: { type: 'string' },
  identity: { type: 'string' },
  csv: { type: 'boolean' },
  'for-copy': { type: 'boolean' },
  'make-key': { type: 'string' },
} as const;

/** The parsed arguments of the command. */
export type AccessRecordsRequest =
  | { readonly action: 'make-key'; readonly file: string }
  | {
      readonly action: 'open';
      readonly person: string;
      readonly period: AccessRecordPeriod;
      readonly reason: string;
      /** File with private keys; null to read them from standard input. */
      readonly keyFile: string | null;
      /** Whether the records are printed as CSV instead of lines of text. */
      readonly csv: boolean;
      /** Whether the records are added to the person's data export instead of being printed. */
      readonly addToDataExport: boolean;
    };

const DAY_MS = 86_400_000;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses a day in Brasília time (UTC-3) or a time with its offset.
 * @param daysAfter number of days added if `text` is a day: 1 at the end of a period, so that its last day is included
 */
function parseTime(flag: string, text: string, daysAfter: 0 | 1): Date {
  const isDay = dayPattern.test(text);
  const time =
    isDay || timePattern.test(text) ? Date.parse(isDay ? `${text}T00:00-03:00` : text) : NaN;
  if (Number.isNaN(time))
    throw new BackupError(
      `${flag} é um dia (2026-11-01, no horário de Brasília) ou um instante (2026-11-01T10:00-03:00).`,
    );
  return new Date(time + (isDay ? daysAfter * DAY_MS : 0));
}

/** Parses the arguments; throws `BackupError` with an explanation when an argument is wrong or missing. */
export function parseAccessRecordsArguments(args: readonly string[]): AccessRecordsRequest {
  const parsedArgs = parseCommandArgs(args, commandFlags, USAGE);
  if (parsedArgs['make-key'] !== undefined)
    return { action: 'make-key', file: parsedArgs['make-key'] };
  const { person, from, to } = parsedArgs;
  if (!person || !from || !to) throw new BackupError(`Uso: ${USAGE}`);
  const reason = parseReason(parsedArgs.reason, USAGE);
  const period = { from: parseTime('--from', from, 0), to: parseTime('--to', to, 1) };
  if (period.from >= period.to) throw new BackupError('--from vem antes de --to.');
  return {
    action: 'open',
    person,
    period,
    reason,
    keyFile: parsedArgs.identity ?? null,
    csv: parsedArgs.csv ?? false,
    addToDataExport: parsedArgs['for-copy'] ?? false,
  };
}
