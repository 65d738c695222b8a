import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Talker } from '../talk.ts';

/** What the crowd looks at and whom it is made of. */
export interface Scene {
  readonly url: string;
  /** In pairs: the first talks with the second, the third with the fourth. */
  readonly people: readonly Talker[];
  readonly serviceIds: readonly string[];
  readonly postUids: readonly string[];
  readonly words: readonly string[];
  readonly categories: readonly string[];
}

export type CrowdOrder =
  | { readonly do: 'open'; readonly scene: Scene }
  | { readonly do: 'run'; readonly rate: number; readonly seconds: number };

/** What the crowd does, in groups that the report tells apart. */
export type Kind = 'browse' | 'page' | 'search' | 'chat' | 'order';

/** Times in ms from when an action was due until its answer was whole. */
export interface Times {
  readonly count: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** What became of some seconds of load. */
export interface Run {
  /** Actions a second that were due. */
  readonly rate: number;
  /** Actions a second that were done in the time. */
  readonly donePerSecond: number;
  /** Actions that were refused, failed or did not end. */
  readonly failed: number;
  readonly all: Times;
  readonly kinds: Readonly<Record<Kind, Times>>;
}

/** The crowd, a process of its own. */
export interface Crowd {
  readonly pid: number;
  open(scene: Scene): Promise<void>;
  run(rate: number, seconds: number): Promise<Run>;
  end(): void;
}

type Answer = { readonly run: Run | null } | { readonly error: string };

export function startCrowd(): Crowd {
  const child: ChildProcess = fork(fileURLToPath(new URL('./crowd.ts', import.meta.url)));
  const give = (order: CrowdOrder): Promise<Run | null> =>
    new Promise((resolve, reject) => {
      child.once('message', (answer: Answer) => {
        if ('error' in answer) reject(new Error(answer.error));
        else resolve(answer.run);
      });
      child.send(order);
    });
  return {
    pid: child.pid ?? 0,
    open: async (scene) => void (await give({ do: 'open', scene })),
    run: async (rate, seconds) => {
      const run = await give({ do: 'run', rate, seconds });
      if (run === null) throw new Error('the crowd said nothing');
      return run;
    },
    end: () => child.kill(),
  };
}
