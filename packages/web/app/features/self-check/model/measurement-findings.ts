import type { SelfCheckFinding } from './finding.ts';

const msText = (ms: number) => `${Math.max(1, Math.round(ms)).toLocaleString('pt-BR')} ms`;

/** The finding for a round trip of `roundTripMs`, which counts as slow from `slowMs` on. */
export function roundTripFinding(roundTripMs: number, slowMs: number): SelfCheckFinding {
  if (roundTripMs < slowMs) return { state: 'ok', text: `Ida e volta em ${msText(roundTripMs)}.` };
  return { state: 'warn', text: `Ida e volta em ${msText(roundTripMs)}: a conexão está lenta.` };
}

/** Clock difference above which times of messages and timers look wrong, in ms. */
const NOTICEABLE_CLOCK_OFFSET_MS = 60_000;

/** The finding for the difference between the device's clock and the server's, in ms. */
export function clockFinding(offsetMs: number): SelfCheckFinding {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  if (seconds === 0) return { state: 'ok', text: 'Igual ao do servidor.' };
  const direction = offsetMs > 0 ? 'atrasado' : 'adiantado';
  const text = `${seconds.toLocaleString('pt-BR')} s ${direction} em relação ao servidor.`;
  if (Math.abs(offsetMs) < NOTICEABLE_CLOCK_OFFSET_MS) return { state: 'ok', text };
  return { state: 'warn', text: `${text} Acerte a hora do aparelho.` };
}

/** The median of the values, so that a single slow measurement has no effect. */
export function median(values: readonly number[]): number {
  const sortedValues = [...values].sort((a, b) => a - b);
  return sortedValues[Math.floor(sortedValues.length / 2)] ?? 0;
}
