import { describe, expect, it } from 'vitest';
import type { LaunchOutcome, ServerOptions } from './postmaster.ts';
import { superviseCluster } from './supervisor.ts';

const quietLog = { debug: () => {}, info: () => {}, error: () => {} };

/** A fake server that ends on request, or by itself. */
function fakePostmaster() {
  let endProcess = (_reason: string) => {};
  const exited = new Promise<string>((resolve) => {
    endProcess = resolve;
  });
  const stop = async () => endProcess('stopped');
  const outcome: LaunchOutcome = { ready: true, postmaster: { pid: 1, port: 1, exited, stop } };
  return { outcome, exited, crash: () => endProcess('SIGKILL') };
}

describe('a supervised cluster', () => {
  it('is stopped although it became ready again in the same moment', async () => {
    const [first, second] = [fakePostmaster(), fakePostmaster()];
    const secondStart = Promise.withResolvers<void>();
    const secondLaunch = Promise.withResolvers<LaunchOutcome>();
    const launches = [
      async () => first.outcome,
      () => {
        secondStart.resolve();
        return secondLaunch.promise;
      },
    ];
    const plan = { clusterName: 'guilda-test-none', log: quietLog } as unknown as ServerOptions;
    const launch = () => launches.shift()?.() ?? Promise.reject(new Error('one start too many'));
    const supervisor = await superviseCluster(plan, 1, launch);
    first.crash();
    await secondStart.promise;
    const stopPromise = supervisor.stop();
    secondLaunch.resolve(second.outcome);
    await stopPromise;
    expect(await second.exited).toBe('stopped');
  });
});
