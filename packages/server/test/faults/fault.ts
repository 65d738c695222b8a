/** How much of everything a run does. */
export interface FaultSettings {
  /** Kills of each kind, and the like. */
  readonly rounds: number;
  /** Repeats a run. */
  readonly seed: number;
}

/** The result of a fault. */
export interface FaultOutcome {
  /** Whether the promise was kept. */
  readonly kept: boolean;
  /** Counts and times by name, in the order in which they are printed. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** The first few of what is wrong, in words. */
  readonly examples?: readonly string[];
}

/** Something that goes wrong, and what must happen instead (`threats.md`, faults). */
export interface Fault {
  readonly name: string;
  /** The guarantee that must hold during and after the fault. */
  readonly promise: string;
  /** Null where this machine cannot have the fault, with `needs` saying what it would take. */
  run(settings: FaultSettings): Promise<FaultOutcome | null>;
  readonly needs?: string;
}

/** The entry of a sorted list that `part` of it do not pass; 0 of an empty one. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

/** Milliseconds for people: rounded. */
export const ms = (value: number): string => `${Math.round(value)} ms`;
