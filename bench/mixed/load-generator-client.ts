import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ActionName } from './actions.ts';
import type { LoadData } from './load-data.ts';

/** How often an action is done, relative to the weights of the others, and under which label its latencies count. */
export interface MixEntry {
  readonly action: ActionName;
  readonly weight: number;
  readonly label: string;
}

/** A load at a constant rate. */
export interface LoadRun {
  readonly mix: readonly MixEntry[];
  /** Actions per second. */
  readonly rate: number;
  readonly seconds: number;
}

export type GeneratorCommand =
  | { readonly do: 'open'; readonly loadData: LoadData }
  | ({ readonly do: 'run' } & LoadRun);

/** Latencies in ms from the scheduled time to the complete answer. */
export interface Latencies {
  readonly count: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Result of a run at one rate. */
export interface LoadRunResult {
  /** Scheduled actions per second. */
  readonly rate: number;
  /** Completed actions per second. */
  readonly donePerSecond: number;
  /** Actions that were refused, failed or did not finish. */
  readonly failed: number;
  readonly overall: Latencies;
  readonly byLabel: Readonly<Record<string, Latencies>>;
  /** Completed actions by name, including those of the warm-up. */
  readonly completedByAction: Readonly<Partial<Record<ActionName, number>>>;
  /** Bytes of the bodies of all answers, including those of the warm-up. */
  readonly receivedBytes: number;
}

/** Control of the load generator, which is a process of its own. */
export interface MixedLoadGenerator {
  readonly pid: number;
  open(loadData: LoadData): Promise<void>;
  run(load: LoadRun): Promise<LoadRunResult>;
  end(): void;
}

type GeneratorReply = { readonly run: LoadRunResult | null } | { readonly error: string };

export function startMixedLoadGenerator(): MixedLoadGenerator {
  const child: ChildProcess = fork(fileURLToPath(new URL('./load-generator.ts', import.meta.url)));
  const sendCommand = (command: GeneratorCommand): Promise<LoadRunResult | null> =>
    new Promise((resolve, reject) => {
      child.once('message', (answer: GeneratorReply) => {
        if ('error' in answer) reject(new Error(answer.error));
        else resolve(answer.run);
      });
      child.send(command);
    });
  return {
    pid: child.pid ?? 0,
    open: async (loadData) => void (await sendCommand({ do: 'open', loadData })),
    run: async (load) => {
      const run = await sendCommand({ do: 'run', ...load });
      if (run === null) throw new Error('the load generator returned no result');
      return run;
    },
    end: () => child.kill(),
  };
}
