/** The amount of work in a run. */
export interface FaultSettings {
  /** Number of repetitions, such as kills of each kind; each fault has its own default. */
  readonly rounds?: number | undefined;
  /** Seed with which a run can be repeated. */
  readonly seed: number;
}

/** The result of an injected fault. */
export interface FaultOutcome {
  /** Whether the guarantee was kept. */
  readonly isGuaranteeKept: boolean;
  /** Counts and times by name, in the order in which they are printed. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** Descriptions of the first few violations. */
  readonly examples?: readonly string[];
}

/** A fault to inject, with the guarantee that must hold. */
export interface Fault {
  readonly name: string;
  /** The guarantee that must hold during and after the fault. */
  readonly guarantee: string;
  /** Injects the fault and checks the guarantee; null when this machine cannot inject the fault. */
  run(settings: FaultSettings): Promise<FaultOutcome | null>;
  /** What a machine needs so that the fault can be injected. */
  readonly needs?: string;
  /** Whether the fault is injected only when it is named, because it takes long or needs more programs. */
  readonly isOnlyByName?: boolean;
}

/** The quantile `share` (0 to 1) of a list in any order; 0 for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Formats milliseconds for the report, rounded. */
export const formatMs = (value: number): string => `${Math.round(value)} ms`;
