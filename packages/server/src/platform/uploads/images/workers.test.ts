import { readdir, readFile, rm } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  buildPng,
  buildPngBomb,
  drawPlainPicture,
} from '../../../../test/fixtures/data/pictures.ts';
import {
  coverSpec,
  type ImagesFixture,
  openImagesFixture,
} from '../../../../test/fixtures/modules/images-fixture.ts';

const MiB = 1024 * 1024;

/** Process ids of the child processes of this process. */
async function listChildProcesses(): Promise<string[]> {
  const tasks = await readdir('/proc/self/task');
  const pidLists = tasks.map((task) =>
    readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => ''),
  );
  return (await Promise.all(pidLists))
    .flatMap((pidList) => pidList.trim().split(' '))
    .filter((pid) => pid !== '');
}

describe('the workers', () => {
  let fixture: ImagesFixture;
  afterEach(() => fixture.close());

  it('process pictures in turn, and refuse when too many wait', async () => {
    fixture = await openImagesFixture({ workers: 1, maxWaiting: 2 });
    const path = await fixture.upload(await buildPng());
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => fixture.images.process(path, coverSpec)),
    );
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code))).toEqual([
      'ok',
      'ok',
      'ok',
      'rate_limited',
      'rate_limited',
    ]);
    expect((await fixture.images.process(path, coverSpec)).ok).toBe(true);
  });

  it('abandon a picture that takes too long, and continue with the next', async () => {
    fixture = await openImagesFixture({ workers: 1, timeoutMs: 1 });
    const path = await fixture.upload(await buildPng());
    expect(await fixture.images.process(path, coverSpec)).toMatchObject({ code: 'file_too_large' });
    expect(await fixture.listLeftovers()).toHaveLength(1);
    await fixture.close();
    fixture = await openImagesFixture({ workers: 1 });
    const nextPath = await fixture.upload(await buildPng());
    expect((await fixture.images.process(nextPath, coverSpec)).ok).toBe(true);
  });

  it('are unavailable once they are closed, also for waiting pictures', async () => {
    fixture = await openImagesFixture({ workers: 1 });
    const path = await fixture.upload(await buildPng());
    const waitingJobs = [
      fixture.images.process(path, coverSpec),
      fixture.images.process(path, coverSpec),
    ];
    fixture.images.close();
    for (const outcome of await Promise.all(waitingJobs))
      expect(outcome).toMatchObject({ code: 'unavailable' });
    expect(await fixture.images.process(path, coverSpec)).toMatchObject({ code: 'unavailable' });
    expect(await fixture.listLeftovers()).toHaveLength(1);
  });

  it('report when there is no space for their files', async () => {
    fixture = await openImagesFixture({ workers: 1 });
    const path = await fixture.upload(await buildPng());
    await rm(fixture.directory, { recursive: true });
    expect(await fixture.images.process(path, coverSpec)).toMatchObject({
      code: 'storage_unavailable',
    });
  });

  it.runIf(process.platform === 'linux')('end when there is nothing to do', async () => {
    fixture = await openImagesFixture({ workers: 1, idleMs: 10_000 });
    const path = await fixture.upload(await buildPng());
    const pidsBefore = await listChildProcesses();
    const listNewPids = async () =>
      (await listChildProcesses()).filter((pid) => !pidsBefore.includes(pid));
    expect((await fixture.images.process(path, coverSpec)).ok).toBe(true);
    expect(await listNewPids()).toHaveLength(1);
    await expect.poll(listNewPids).toEqual([]);
    expect((await fixture.images.process(path, coverSpec)).ok).toBe(true);
  });

  it.runIf(process.platform === 'linux').each([
    ['SIGSEGV', 'file_type'],
    ['SIGKILL', 'unavailable'],
  ] as const)('may end by %s, and a new one replaces it', async (signal, code) => {
    const pidsBefore = await listChildProcesses();
    fixture = await openImagesFixture({ workers: 1 });
    const [small, large] = [await buildPng(), buildPngBomb(10_000, 5_000)];
    expect((await fixture.make(small)).code).toBeUndefined();
    const [worker] = (await listChildProcesses()).filter((pid) => !pidsBefore.includes(pid));
    // The worker is suspended first, because it could otherwise finish before it is killed.
    process.kill(Number(worker), 'SIGSTOP');
    const processing = fixture.make(large);
    await expect.poll(fixture.listLeftovers).toHaveLength(2);
    process.kill(Number(worker), signal);
    process.kill(Number(worker), 'SIGCONT');
    expect((await processing).code).toBe(code);
    expect((await fixture.make(small)).code).toBeUndefined();
    expect(await fixture.listLeftovers()).toEqual([]);
  });

  it('limit the memory of a decompression bomb', async () => {
    fixture = await openImagesFixture({ workers: 1 });
    // Decoding this picture in the same process would take more than 100 MB.
    const bombPicture = drawPlainPicture(5_000, 4_000).jpeg({
      progressive: true,
      chromaSubsampling: '4:4:4',
    });
    const path = await fixture.upload(await bombPicture.toBuffer());
    const memoryBefore = process.memoryUsage().rss;
    let peak = 0;
    const memoryTimer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
    const outcomes = await Promise.all([
      fixture.images.process(path, coverSpec),
      fixture.images.process(path, coverSpec),
    ]);
    clearInterval(memoryTimer);
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    expect(peak).toBeGreaterThan(0);
    expect(peak - memoryBefore).toBeLessThan(30 * MiB);
  });
});
