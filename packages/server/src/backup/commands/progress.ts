import { buildText } from '../../platform/build-info/build-info.ts';
import type { Timers } from '../../ports/timers.ts';
import type { BackupManifest, Head } from '../archive/format.ts';

/** Interval of progress lines, in ms. */
const EVERY_MS = 5_000;

export type Say = (line: string) => void;

const number = new Intl.NumberFormat('pt-BR');
const short = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** A count in Brazilian notation. */
export const formatCount = (value: number) => number.format(value);

/** Bytes with a decimal unit. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${short.format(bytes / 1000 ** power)} ${units[power]}`;
}

/** Milliseconds as seconds. */
export const formatSeconds = (ms: number) => `${short.format(ms / 1000)} s`;

/** A count with the singular or plural of a noun. */
export const plural = (value: number, one: string, many: string) =>
  `${formatCount(value)} ${value === 1 ? one : many}`;

/** When and by which build a backup was made. */
export const describeOrigin = ({ at, ...made }: Head) =>
  `a cópia de ${at}, da Guilda ${buildText(made)}`;

/** Contents of a backup in one line. */
export function describeContents({ tables }: Head, manifest: BackupManifest): string {
  const rows = manifest.tables.reduce((sum, each) => sum + each.rows, 0);
  const { files } = manifest;
  const contents = `${plural(tables.length, 'tabela', 'tabelas')}, ${plural(rows, 'linha', 'linhas')}`;
  return `${contents}, ${plural(files.count, 'arquivo', 'arquivos')} (${formatBytes(files.bytes)})`;
}

/** Returns a callback for byte counts that prints the total every few seconds. */
export function createByteCounter(timers: Timers, say: Say): (bytes: number) => void {
  let [total, last] = [0, timers.now()];
  return (bytes) => {
    total += bytes;
    if (timers.now() - last < EVERY_MS) return;
    last = timers.now();
    say(`  … ${formatBytes(total)}`);
  };
}

/** Prints the referenced files that are missing. */
export function reportMissing({ files }: BackupManifest, say: Say): void {
  if (files.missing.length === 0) return;
  say(
    `✗ ${plural(files.missing.length, 'arquivo falta', 'arquivos faltam')} no lugar dos arquivos:`,
  );
  for (const key of files.missing.slice(0, 50)) say(`    ${key}`);
  if (files.missing.length > 50) say(`    … e mais ${formatCount(files.missing.length - 50)}`);
}
