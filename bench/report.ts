import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A line of the report: what was measured, the measured value and its target. */
export interface ReportLine {
  readonly name: string;
  readonly value: string;
  /** Target of the value; empty when there is none. */
  readonly targetText: string;
  /** Whether the value reaches the target; null when there is none or the value was not measured. */
  readonly isMet: boolean | null;
}

const resultsFolder = fileURLToPath(new URL('./results/', import.meta.url));

/** Prints the report as a table, and writes it with all measured values (`figures`) to `bench/results/latest.json`. */
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
