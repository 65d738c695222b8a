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
/** A rate is tried once more before it counts as too much: the machine has other work too. */
const TRIES = 2;
const STEPS = 4;

const holds = ({ sent, arrived, p99Ms }: Talk) => arrived === sent && p99Ms < HOLDS_MS;

/** Talks at a rate; throws when nobody answered. */
export async function talkAt(generator: Generator, rate: number, seconds: number): Promise<Talk> {
  const talk = await generator.order({ do: 'talk', rate, seconds });
  if (talk === null) throw new Error('the generator said nothing');
  return talk;
}

/** The most messages a second of which 99 % arrive within 100 ms, to within some percent. */
export async function mostPerSecond(generator: Generator, seconds: number): Promise<Talk> {
  const attempt = async (rate: number) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const talk = await talkAt(generator, Math.round(rate), seconds);
      if (holds(talk)) return talk;
    }
    return null;
  };
  let best = await attempt(250);
  if (best === null) throw new Error('not even 250 messages a second');
  let tooMuch = Number.POSITIVE_INFINITY;
  while (tooMuch === Number.POSITIVE_INFINITY) {
    const next: Talk | null = await attempt(best.rate * 2);
    if (next) best = next;
    else tooMuch = best.rate * 2;
  }
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (best.rate + tooMuch) / 2;
    const next = await attempt(middle);
    if (next) best = next;
    else tooMuch = middle;
  }
  return best;
}
