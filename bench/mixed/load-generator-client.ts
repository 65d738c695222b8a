import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChatClient } from '../message-rate.ts';

/** People and public ids with which the load generator acts. */
export interface LoadData {
  readonly url: string;
  /** People who write to each other in pairs: the first with the second, the third with the fourth, and so on. */
  readonly people: readonly ChatClient[];
  readonly serviceIds: readonly string[];
  readonly postUids: readonly string[];
  readonly searchTexts: readonly string[];
  readonly categories: readonly string[];
}

export type GeneratorCommand =
  | { readonly do: 'open'; readonly loadData: LoadData }
  | { readonly do: 'run'; readonly rate: number; readonly seconds: number };

/** Kinds of actions that the report distinguishes. */
export type ActionKind = 'browse' | 'page' | 'search' | 'chat' | 'order';

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
  readonly byKind: Readonly<Record<ActionKind, Latencies>>;
}

/** Control of the load generator, which is a process of its own. */
export interface MixedLoadGenerator {
  readonly pid: number;
  open(loadData: LoadData): Promise<void>;
  run(rate: number, seconds: number): Promise<LoadRunResult>;
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
    run: async (rate, seconds) => {
      const run = await sendCommand({ do: 'run', rate, seconds });
      if (run === null) throw new Error('the load generator returned no result');
      return run;
    },
    end: () => child.kill(),
  };
}
