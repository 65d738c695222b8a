import { buildText } from '../platform/build-info/build-info.ts';
import type { Timers } from '../ports/timers.ts';
import type { Head, Manifest } from './format.ts';

/** How often something that takes long says how far it is, in ms. */
const EVERY_MS = 5_000;

export type Say = (line: string) => void;

const number = new Intl.NumberFormat('pt-BR');
const short = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** A count as people write it. */
export const count = (value: number) => number.format(value);

/** Bytes as people say them. */
export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${short.format(bytes / 1000 ** power)} ${units[power]}`;
}

/** Milliseconds in seconds. */
export const seconds = (ms: number) => `${short.format(ms / 1000)} s`;

/** Singular or plural of a count. */
export const plural = (value: number, one: string, many: string) =>
  `${count(value)} ${value === 1 ? one : many}`;

/** When a backup was made, and by which build. */
export const origin = ({ at, ...made }: Head) => `a cópia de ${at}, da Guilda ${buildText(made)}`;

/** What a backup holds, in one line. */
export function contents({ tables }: Head, manifest: Manifest): string {
  const rows = manifest.tables.reduce((sum, each) => sum + each.rows, 0);
  const { files } = manifest;
  const held = `${plural(tables.length, 'tabela', 'tabelas')}, ${plural(rows, 'linha', 'linhas')}`;
  return `${held}, ${plural(files.count, 'arquivo', 'arquivos')} (${size(files.bytes)})`;
}

/** Says now and then how many bytes have come, while they come. */
export function counter(timers: Timers, say: Say): (bytes: number) => void {
  let [total, last] = [0, timers.now()];
  return (bytes) => {
    total += bytes;
    if (timers.now() - last < EVERY_MS) return;
    last = timers.now();
    say(`  … ${size(total)}`);
  };
}

/** Files that are named but not there; nothing when all are. */
export function sayMissing({ files }: Manifest, say: Say): void {
  if (files.missing.length === 0) return;
  say(
    `✗ ${plural(files.missing.length, 'arquivo falta', 'arquivos faltam')} no lugar dos arquivos:`,
  );
  for (const key of files.missing.slice(0, 50)) say(`    ${key}`);
  if (files.missing.length > 50) say(`    … e mais ${count(files.missing.length - 50)}`);
}
