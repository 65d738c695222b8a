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

/** What became of some seconds of talk; times from when a message was due until it arrived. */
export interface Talk {
  /** Messages a second that were due. */
  readonly rate: number;
  readonly sent: number;
  readonly arrived: number;
  readonly refused: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** The load generator, a process of its own. */
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
/** A rate is tried again before it counts as too much: the machine has other work too. */
const TRIES = 3;
/** Messages a second, each about a quarter more than the one before. */
const LADDER = [
  500, 1_000, 2_000, 4_000, 5_000, 6_300, 8_000, 10_000, 12_500, 16_000, 20_000, 25_000,
];

const holds = ({ sent, arrived, p99Ms }: Talk) => arrived === sent && p99Ms < HOLDS_MS;

/** Talks at a rate; throws when nobody answered. */
export async function talkAt(generator: Generator, rate: number, seconds: number): Promise<Talk> {
  const talk = await generator.order({ do: 'talk', rate, seconds });
  if (talk === null) throw new Error('the generator said nothing');
  return talk;
}

/**
 * The most messages a second of which 99 % arrive within 100 ms. Two rates in a row that do not hold
 * end the climb; a single one may have met something else on the machine.
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
