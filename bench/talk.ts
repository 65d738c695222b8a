import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Talker {
  readonly uid: string;
  readonly token: string;
}

export type Order =
  | { readonly do: 'connect'; readonly url: string; readonly talkers: readonly Talker[] }
  | { readonly do: 'talk'; readonly rate: number; readonly seconds: number }
  | { readonly do: 'leave' };

/** Result of a run; latencies from the scheduled time to the arrival. */
export interface Talk {
  /** Scheduled messages per second. */
  readonly rate: number;
  readonly sent: number;
  readonly arrived: number;
  readonly refused: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** The load generator process. */
export interface Generator {
  order(order: Order): Promise<Talk | null>;
  end(): void;
}

type Answer = { readonly talk: Talk | null } | { readonly error: string };

export function startGenerator(): Generator {
  const child: ChildProcess = fork(fileURLToPath(new URL('./talkers.ts', import.meta.url)));
  return {
    order: (order) =>
      new Promise((resolve, reject) => {
        child.once('message', (answer: Answer) => {
          if ('error' in answer) reject(new Error(answer.error));
          else resolve(answer.talk);
        });
        child.send(order);
      }),
    end: () => child.kill(),
  };
}

const HOLDS_MS = 100;
/** Attempts for a rate before it counts as too high, because the machine may have other work. */
const TRIES = 3;
/** Messages per second, increasing by about a quarter. */
const LADDER = [
  500, 1_000, 2_000, 4_000, 5_000, 6_300, 8_000, 10_000, 12_500, 16_000, 20_000, 25_000,
];

const holds = ({ sent, arrived, p99Ms }: Talk) => arrived === sent && p99Ms < HOLDS_MS;

/** Runs one rate; throws when nothing was acknowledged. */
export async function talkAt(generator: Generator, rate: number, seconds: number): Promise<Talk> {
  const talk = await generator.order({ do: 'talk', rate, seconds });
  if (talk === null) throw new Error('the generator said nothing');
  return talk;
}

/**
 * Finds the highest rate at which 99 % of messages arrive within 100 ms. Stops after two failed rates in a row, because
 * a single failure can be caused by other work of the machine.
 */
export async function mostPerSecond(generator: Generator, seconds: number): Promise<Talk> {
  let best: Talk | null = null;
  let failed = 0;
  for (const rate of LADDER) {
    let held: Talk | null = null;
    for (let tries = 0; tries < TRIES && held === null; tries += 1) {
      const talk = await talkAt(generator, rate, seconds);
      if (holds(talk)) held = talk;
    }
    best = held ?? best;
    failed = held ? 0 : failed + 1;
    if (failed === 2) break;
  }
  if (best === null) throw new Error(`not even ${LADDER[0]} messages a second`);
  return best;
}
