import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A signed-in person who chats, with their access token. */
export interface ChatClient {
  readonly uid: string;
  readonly token: string;
}

/** A signed-in person whose tokens are renewed. */
export interface SignedInClient {
  readonly uid: string;
  token: string;
  refreshToken: string;
}

export type GeneratorCommand =
  | { readonly do: 'connect'; readonly url: string; readonly talkers: readonly ChatClient[] }
  | { readonly do: 'talk'; readonly rate: number; readonly seconds: number }
  | { readonly do: 'leave' };

/** Result of a run at one rate; latencies are measured from a message's scheduled time to its arrival. */
export interface MessageRunResult {
  /** Scheduled messages per second. */
  readonly rate: number;
  readonly sent: number;
  readonly arrived: number;
  readonly refused: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Control of the load generator, which is a process of its own. */
export interface MessageGenerator {
  execute(command: GeneratorCommand): Promise<MessageRunResult | null>;
  end(): void;
}

type GeneratorReply = { readonly talk: MessageRunResult | null } | { readonly error: string };

export function startMessageGenerator(): MessageGenerator {
  const child: ChildProcess = fork(
    fileURLToPath(new URL('./message-load-generator.ts', import.meta.url)),
  );
  return {
    execute: (command) =>
      new Promise((resolve, reject) => {
        child.once('message', (answer: GeneratorReply) => {
          if ('error' in answer) reject(new Error(answer.error));
          else resolve(answer.talk);
        });
        child.send(command);
      }),
    end: () => child.kill(),
  };
}

/** Highest latency of the 99th percentile at which a rate counts as sustained. */
const MAX_P99_MS = 100;
/** Number of attempts before a rate counts as too high, because the machine may have other work. */
const ATTEMPTS_PER_RATE = 3;
/** Rates to measure, in messages per second; consecutive rates differ by about a quarter. */
const MESSAGE_RATES = [
  500, 1_000, 2_000, 4_000, 5_000, 6_300, 8_000, 10_000, 12_500, 16_000, 20_000, 25_000,
];

const isSustained = ({ sent, arrived, p99Ms }: MessageRunResult) =>
  arrived === sent && p99Ms < MAX_P99_MS;

/** Lets the load generator send messages at one rate, and returns the result. */
export async function measureMessageRate(
  generator: MessageGenerator,
  rate: number,
  seconds: number,
): Promise<MessageRunResult> {
  const run = await generator.execute({ do: 'talk', rate, seconds });
  if (run === null) throw new Error('the load generator returned no result');
  return run;
}

/**
 * Finds the highest rate at which 99 % of messages arrive within 100 ms. Stops after two failed rates in a row, because
 * a single failure can be caused by other work of the machine.
 */
export async function findHighestMessageRate(
  generator: MessageGenerator,
  seconds: number,
): Promise<MessageRunResult> {
  let bestResult: MessageRunResult | null = null;
  let consecutiveFailures = 0;
  for (const rate of MESSAGE_RATES) {
    let lastPassed: MessageRunResult | null = null;
    for (let attempt = 0; attempt < ATTEMPTS_PER_RATE && lastPassed === null; attempt += 1) {
      const run = await measureMessageRate(generator, rate, seconds);
      if (isSustained(run)) lastPassed = run;
    }
    bestResult = lastPassed ?? bestResult;
    consecutiveFailures = lastPassed ? 0 : consecutiveFailures + 1;
    if (consecutiveFailures === 2) break;
  }
  if (bestResult === null) throw new Error(`not even ${MESSAGE_RATES[0]} messages a second`);
  return bestResult;
}
