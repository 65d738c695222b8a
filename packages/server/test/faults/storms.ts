import { type CutOutcome, runCuts } from './cuts.ts';
import { type Fault, type FaultOutcome, formatMs, quantile } from './fault.ts';
import { openFaultServer } from './fault-server.ts';
import { messageFigures } from './settled.ts';
import { runStorm } from './storm.ts';

const numberFromEnv = (name: string, fallback: number) => Number(process.env[name] ?? fallback);

/** Time in ms after an outage within which missed messages must arrive in 98 % of the outages. */
const USUAL_DELIVERY_MS = 3_000;
/** Time in ms after an outage within which missed messages must arrive in every case. */
const MAX_DELIVERY_MS = 10_000;

/** All faults are injected at random times while people chat. */
export const stormFault: Fault = {
  name: 'storm',
  guarantee:
    'through lines cut, nodes and databases killed, Redis stopped and frozen: every message once, in order',
  run: async ({ seed }): Promise<FaultOutcome> => {
    const settings = {
      messageCount: numberFromEnv('FAULTS_MESSAGES', 10_000),
      clientCount: 20,
      seconds: numberFromEnv('FAULTS_STORM_SECONDS', 180),
      seed,
    };
    const server = await openFaultServer();
    try {
      const outcome = await runStorm(server, settings);
      const { stored, errorCount, lostConnections, afterMs, faultCounts } = outcome;
      return {
        isGuaranteeKept: errorCount === 0 && stored >= settings.messageCount,
        figures: {
          ...Object.fromEntries(faultCounts),
          'lines that clients lost': lostConnections,
          ...messageFigures(outcome),
          'everything had arrived after': formatMs(afterMs),
        },
        examples: outcome.examples,
      };
    } finally {
      await server.close();
    }
  },
};

function outcomeOfCuts(outcome: CutOutcome): FaultOutcome {
  const { catchUpTimes, lost, duplicated, reordered, examples } = outcome;
  const inTimeShare =
    catchUpTimes.filter((timeMs) => timeMs <= USUAL_DELIVERY_MS).length / catchUpTimes.length;
  return {
    isGuaranteeKept:
      lost + duplicated + reordered === 0 &&
      inTimeShare >= 0.98 &&
      quantile(catchUpTimes, 1) <= MAX_DELIVERY_MS,
    figures: {
      cuts: catchUpTimes.length,
      ...messageFigures(outcome),
      'missed messages were there after, p99': formatMs(quantile(catchUpTimes, 0.99)),
      'missed messages were there after, longest': formatMs(quantile(catchUpTimes, 1)),
    },
    examples,
  };
}

/** A person's connection is cut repeatedly while others send messages to that person. */
export const cutsFault: Fault = {
  name: 'cuts',
  guarantee:
    'what was missed shows once, in order, within 3 s of the end of an outage, 10 s at most',
  run: async ({ seed }) => {
    const settings = {
      cutCount: numberFromEnv('FAULTS_CUTS', 50),
      speed: numberFromEnv('FAULTS_SPEED', 20),
      seed,
    };
    const server = await openFaultServer();
    return runCuts(server, settings)
      .then(outcomeOfCuts)
      .finally(() => server.close());
  },
};
