import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describeTimes } from './answers.ts';
import { openCrowd, waitForAcknowledged } from './crowd.ts';
import { type Fault, formatMs, quantile } from './fault.ts';
import { openFaultServer } from './fault-server.ts';

/** Time in ms after a fault within which latencies must be normal again. */
const MAX_RECOVERY_MS = 10_000;
/** Time in ms for which PostgreSQL is suspended. */
const FROZEN_MS = 10_000;
/** The p99 latency after a fault may be this multiple of the p99 before it. */
const MAX_LATENCY_FACTOR = 4;
/** A p99 latency up to this many ms is accepted in any case. */
const LEAST_LATENCY_LIMIT_MS = 250;

/** PostgreSQL is suspended, as with a disk that hangs, and resumed. */
export const databaseFrozen: Fault = {
  name: 'database-frozen',
  guarantee:
    'calls wait or are answered by 503, what is tried again is done once, times are normal 10 s after',
  run: async () => {
    const server = await openFaultServer();
    try {
      const crowd = await openCrowd(server);
      await waitForAcknowledged(crowd, 500);
      crowd.answers.takeTimes();
      await delay(5_000);
      const timesBefore = crowd.answers.takeTimes();
      const thaw = await server.freezeDatabase();
      await delay(FROZEN_MS);
      thaw();
      const recoveryMs = await waitForAcknowledged(crowd, 10);
      await delay(MAX_RECOVERY_MS - Math.min(MAX_RECOVERY_MS, recoveryMs));
      crowd.answers.takeTimes();
      await delay(5_000);
      const timesAfter = crowd.answers.takeTimes();
      const { isConsistent, figures, examples } = await crowd.check();
      const maxNormalMs = Math.max(
        LEAST_LATENCY_LIMIT_MS,
        MAX_LATENCY_FACTOR * quantile(timesBefore, 0.99),
      );
      return {
        isGuaranteeKept:
          isConsistent &&
          recoveryMs <= MAX_RECOVERY_MS &&
          quantile(timesAfter, 0.99) <= maxNormalMs,
        figures: {
          'stood still for': formatMs(FROZEN_MS),
          'at work again after': formatMs(recoveryMs),
          'orders before': describeTimes(timesBefore),
          'orders 10 s after': describeTimes(timesAfter),
          ...figures,
        },
        examples,
      };
    } finally {
      await server.close();
    }
  },
};

const slowStatement = `
  CREATE FUNCTION slow_down() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$;
  CREATE TRIGGER slow_down BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION slow_down();`;

/** Statements of one kind never end, while all others are fast. */
export const slowStatementsFault: Fault = {
  name: 'statements-slow',
  guarantee:
    'what takes too long is answered by 503 and undone, messages go on meanwhile, a repeated call is done once',
  run: async () => {
    const server = await openFaultServer();
    const client = new pg.Client({ connectionString: server.databaseUrl });
    try {
      await client.connect();
      const crowd = await openCrowd(server);
      await waitForAcknowledged(crowd, 200);
      await client.query(slowStatement);
      const countBefore = crowd.countAcknowledged();
      await delay(20_000);
      const countDuring = crowd.countAcknowledged() - countBefore;
      await client.query('DROP FUNCTION slow_down CASCADE');
      const { isConsistent, figures, examples } = await crowd.check();
      return {
        isGuaranteeKept: isConsistent && countDuring > 0 && crowd.answers.unavailable > 0,
        figures: { 'acknowledged meanwhile': countDuring, ...figures },
        examples,
      };
    } finally {
      await client.end();
      await server.close();
    }
  },
};
