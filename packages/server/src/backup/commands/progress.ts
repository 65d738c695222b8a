import { formatBuild } from '../../platform/build-info/build-info.ts';
import type { Timers } from '../../ports/timers.ts';
import type { BackupHead, BackupManifest } from '../archive/format.ts';

/** Minimum time between two progress lines, in ms. */
const PROGRESS_INTERVAL_MS = 5_000;

export type PrintLine = (line: string) => void;

const integerFormat = new Intl.NumberFormat('pt-BR');
const decimalFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** Formats a count in Brazilian notation. */
export const formatCount = (count: number) => integerFormat.format(count);

/** Formats a number of bytes with a decimal unit, such as `MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const unitIndex = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${decimalFormat.format(bytes / 1000 ** unitIndex)} ${units[unitIndex]}`;
}

/** Formats milliseconds as seconds. */
export const formatSeconds = (ms: number) => `${decimalFormat.format(ms / 1000)} s`;

/** Formats a count with the singular or plural of a noun. */
export const formatPlural = (count: number, singular: string, plural: string) =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`;

/** Describes when and by which build of the program a backup was made. */
export const describeOrigin = ({ at, ...build }: BackupHead) =>
  `a cópia de ${at}, da Guilda ${formatBuild(build)}`;

/** Describes the contents of a backup in one line. */
export function describeContents({ tables }: BackupHead, manifest: BackupManifest): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { files } = manifest;
  const contents = `${formatPlural(tables.length, 'tabela', 'tabelas')}, ${formatPlural(rows, 'linha', 'linhas')}`;
  return `${contents}, ${formatPlural(files.count, 'arquivo', 'arquivos')} (${formatBytes(files.bytes)})`;
}

/** Creates a callback for byte counts that prints the total every few seconds. */
export function createByteCounter(timers: Timers, printLine: PrintLine): (bytes: number) => void {
  let [total, lastPrintedAt] = [0, timers.now()];
  return (bytes) => {
    total += bytes;
    if (timers.now() - lastPrintedAt < PROGRESS_INTERVAL_MS) return;
    lastPrintedAt = timers.now();
    printLine(`  … ${formatBytes(total)}`);
  };
}

/** Prints the referenced files that are missing. */
export function printMissingFiles({ files }: BackupManifest, printLine: PrintLine): void {
  if (files.missing.length === 0) return;
  printLine(
    `✗ ${formatPlural(files.missing.length, 'arquivo falta', 'arquivos faltam')} no lugar dos arquivos:`,
  );
  for (const key of files.missing.slice(0, 50)) printLine(`    ${key}`);
  if (files.missing.length > 50)
    printLine(`    … e mais ${formatCount(files.missing.length - 50)}`);
}
