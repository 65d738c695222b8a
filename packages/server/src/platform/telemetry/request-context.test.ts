import { describe, expect, it } from 'vitest';
import { instrumentEvent } from '../gateway/events/instrument-events.ts';
import { createHttpApp } from '../http/app.ts';
import { instrumentJob } from '../jobs/instrument-jobs.ts';
import { createLogger } from './logging.ts';
import { noTelemetry, type Telemetry } from './request-context.ts';

const recordingTelemetry: Telemetry = {
  ...noTelemetry,
  tracer: {
    begin: () => ({ traceId: 'f'.repeat(32), end: () => undefined }),
    close: async () => undefined,
  },
};

function setUp() {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => lines.push(line) });
  const readEntries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { log, readEntries, lines };
}

describe('lines of the log', () => {
  it('name their request once, with every logger', async () => {
    const { log, readEntries, lines } = setUp();
    const app = await createHttpApp({
      log,
      https: false,
      trustedProxies: null,
      telemetry: recordingTelemetry,
    });
    app.post('/work', async (request) => {
      await new Promise(setImmediate);
      log.info('by the logger of the program');
      request.log.info('by the logger of the request');
      return {};
    });
    const answer = await app.inject({ method: 'POST', url: '/work', payload: { a: 1 } });
    await app.close();
    const reqId = answer.headers['x-request-id'];
    expect(readEntries()).toMatchObject([
      { reqId, trace_id: 'f'.repeat(32) },
      { reqId, trace_id: 'f'.repeat(32) },
    ]);
    for (const line of lines) expect(line.split('"reqId"')).toHaveLength(2);
  });

  it('name the socket event, and an unknown one as `unknown`', async () => {
    const { log, readEntries } = setUp();
    const run = async () => {
      log.info('within');
      return null;
    };
    await instrumentEvent(noTelemetry, 'sendMessage', run);
    await instrumentEvent(noTelemetry, 'ana@pessoas.example', run);
    expect(readEntries()).toMatchObject([{ event: 'sendMessage' }, { event: 'unknown' }]);
    expect(readEntries()[0]).not.toHaveProperty('trace_id');
  });

  it('name the job, also when it fails, and no longer after it', async () => {
    const { log, readEntries } = setUp();
    const job = { id: '42', attempts: 1, max_attempts: 25 };
    const work = instrumentJob(noTelemetry, 'orders.sweep', { job } as never, async () => {
      await new Promise(setImmediate);
      log.info('within');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    log.info('after');
    expect(readEntries()[0]).toMatchObject({ jobId: '42', task: 'orders.sweep' });
    expect(readEntries()[1]).not.toHaveProperty('jobId');
  });
});
