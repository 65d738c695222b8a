import { sayFindings } from '../src/doctor/doctor.ts';
import type { Finding } from '../src/platform/findings.ts';

/** Findings as the doctor says them: all of them, and by their signs. */
export function told(findings: readonly Finding[]) {
  const lines: string[] = [];
  sayFindings(findings, (line) => lines.push(line));
  const marked = (sign: string) => lines.filter((line) => line.startsWith(`${sign} `));
  return { text: lines.join('\n'), right: marked('✓'), wrong: marked('✗'), unseen: marked('–') };
}
