import { describe, expect, it } from 'vitest';
import type { LaunchOutcome, ServerOptions } from './postmaster.ts';
import { superviseCluster } from './supervisor.ts';

const quietLog = { debug: () => {}, info: () => {}, error: () => {} };

/** A fake server that ends on request, or by itself. */
function fakePostmaster() {
  let end = (_reason: string) => {};
  const exited = new Promise<string>((resolve) => {
    end = resolve;
  });
  const stop = async () => end('stopped');
  const outcome: LaunchOutcome = { ready: true, postmaster: { pid: 1, port: 1, exited, stop } };
  return { outcome, exited, crash: () => end('SIGKILL') };
}

describe('a supervised cluster', () => {
  it('is stopped although it became ready again in the same moment', async () => {
    const [first, second] = [fakePostmaster(), fakePostmaster()];
    const starts = Promise.withResolvers<void>();
    const ready = Promise.withResolvers<LaunchOutcome>();
    const launches = [
      async () => first.outcome,
      () => {
        starts.resolve();
        return ready.promise;
      },
    ];
    const plan = { clusterName: 'guilda-test-none', log: quietLog } as unknown as ServerOptions;
    const launch = () => launches.shift()?.() ?? Promise.reject(new Error('one start too many'));
    const supervisor = await superviseCluster(plan, 1, launch);
    first.crash();
    await starts.promise;
    const stopped = supervisor.stop();
    ready.resolve(second.outcome);
    await stopped;
    expect(await second.exited).toBe('stopped');
  });
});
