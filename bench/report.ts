import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A line of the report; `isMet` says whether the measured value reached the target. */
export interface ReportLine {
  readonly name: string;
  readonly value: string;
  readonly targetText: string;
  readonly isMet: boolean | null;
}

const resultsFolder = fileURLToPath(new URL('./results/', import.meta.url));

/** Prints the report as a table and writes the measured values to `bench/results/latest.json`. */
export function writeReport(
  lines: readonly ReportLine[],
  figures: Readonly<Record<string, unknown>>,
): void {
  const width = Math.max(...lines.map(({ name }) => name.length));
  process.stdout.write('\n');
  for (const { name, value, targetText, isMet } of lines) {
    const mark = isMet === null ? ' ' : isMet ? '✓' : '✗';
    process.stdout.write(`${mark} ${name.padEnd(width)}  ${value.padStart(16)}  ${targetText}\n`);
  }
  mkdirSync(resultsFolder, { recursive: true });
  const machine = { cores: cpus().length, node: process.version };
  writeFileSync(
    `${resultsFolder}latest.json`,
    `${JSON.stringify({ machine, lines, figures }, null, 2)}\n`,
  );
  process.stdout.write('\nWritten to bench/results/latest.json\n');
}
