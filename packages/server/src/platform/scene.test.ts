import { describe, expect, it } from 'vitest';
import { watchEvent } from './gateway/watch-events.ts';
import { createHttpApp } from './http/app.ts';
import { watchJob } from './jobs/watch-jobs.ts';
import { createLogger } from './logging.ts';
import { nobodyLooks, type Watchers } from './scene.ts';

const seen: Watchers = {
  ...nobodyLooks,
  tracer: {
    begin: () => ({ traceId: 'f'.repeat(32), end: () => undefined }),
    close: async () => undefined,
  },
};

function rig() {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => lines.push(line) });
  const said = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { log, said, lines };
}

describe('lines of the log', () => {
  it('name the request they belong to, once, whoever writes them', async () => {
    const { log, said, lines } = rig();
    const app = await createHttpApp({ log, https: false, trustedProxies: null, watchers: seen });
    app.post('/work', async (request) => {
      await new Promise(setImmediate);
      log.info('by the program’s log');
      request.log.info('by the request’s log');
      return {};
    });
    const answer = await app.inject({ method: 'POST', url: '/work', payload: { a: 1 } });
    await app.close();
    const reqId = answer.headers['x-request-id'];
    expect(said()).toMatchObject([
      { reqId, trace_id: 'f'.repeat(32) },
      { reqId, trace_id: 'f'.repeat(32) },
    ]);
    for (const line of lines) expect(line.split('"reqId"')).toHaveLength(2);
  });

  it('name the event of a socket, and one that is made up by no name of its own', async () => {
    const { log, said } = rig();
    const run = async () => {
      log.info('within');
      return null;
    };
    await watchEvent(nobodyLooks, 'sendMessage', run);
    await watchEvent(nobodyLooks, 'ana@pessoas.example', run);
    expect(said()).toMatchObject([{ event: 'sendMessage' }, { event: 'unknown' }]);
    expect(said()[0]).not.toHaveProperty('trace_id');
  });

  it('name the job, also where it fails, and the next line nothing of it', async () => {
    const { log, said } = rig();
    const job = { id: '42', attempts: 1, max_attempts: 25 };
    const work = watchJob(nobodyLooks, 'orders.sweep', { job } as never, async () => {
      await new Promise(setImmediate);
      log.info('within');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    log.info('after');
    expect(said()[0]).toMatchObject({ jobId: '42', task: 'orders.sweep' });
    expect(said()[1]).not.toHaveProperty('jobId');
  });
});
