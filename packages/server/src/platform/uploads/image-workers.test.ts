import { readdir, readFile, rm } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { cover, type ImageRig, openImageRig } from '../../../test/image-rig.ts';
import { plain, pngBomb, pngPicture } from '../../../test/pictures.ts';

const MiB = 1024 * 1024;

/** Process ids of what this process has started. */
async function childProcesses(): Promise<string[]> {
  const tasks = await readdir('/proc/self/task');
  const lists = tasks.map((task) =>
    readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => ''),
  );
  return (await Promise.all(lists))
    .flatMap((list) => list.trim().split(' '))
    .filter((pid) => pid !== '');
}

describe('the workers', () => {
  let rig: ImageRig;
  afterEach(() => rig.close());

  it('work in turns, and refuse when too many wait', async () => {
    rig = await openImageRig({ workers: 1, maxWaiting: 2 });
    const path = await rig.upload(await pngPicture());
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => rig.images.process(path, cover)),
    );
    expect(outcomes.map((done) => (done.ok ? 'ok' : done.code))).toEqual([
      'ok',
      'ok',
      'ok',
      'rate_limited',
      'rate_limited',
    ]);
    expect((await rig.images.process(path, cover)).ok).toBe(true);
  });

  it('give up on a picture that takes too long, and go on with the next', async () => {
    rig = await openImageRig({ workers: 1, timeoutMs: 1 });
    const path = await rig.upload(await pngPicture());
    expect(await rig.images.process(path, cover)).toMatchObject({ code: 'file_too_large' });
    expect(await rig.leftovers()).toHaveLength(1);
    await rig.close();
    rig = await openImageRig({ workers: 1 });
    const next = await rig.upload(await pngPicture());
    expect((await rig.images.process(next, cover)).ok).toBe(true);
  });

  it('are unavailable once closed, for those who wait too', async () => {
    rig = await openImageRig({ workers: 1 });
    const path = await rig.upload(await pngPicture());
    const waiting = [rig.images.process(path, cover), rig.images.process(path, cover)];
    rig.images.close();
    for (const done of await Promise.all(waiting))
      expect(done).toMatchObject({ code: 'unavailable' });
    expect(await rig.images.process(path, cover)).toMatchObject({ code: 'unavailable' });
    expect(await rig.leftovers()).toHaveLength(1);
  });

  it('say when there is no room for what they make', async () => {
    rig = await openImageRig({ workers: 1 });
    const path = await rig.upload(await pngPicture());
    await rm(rig.directory, { recursive: true });
    expect(await rig.images.process(path, cover)).toMatchObject({ code: 'storage_unavailable' });
  });

  it.runIf(process.platform === 'linux')('are let go when there is nothing to do', async () => {
    rig = await openImageRig({ workers: 1, idleMs: 250 });
    const path = await rig.upload(await pngPicture());
    const before = await childProcesses();
    const fresh = async () => (await childProcesses()).filter((pid) => !before.includes(pid));
    expect((await rig.images.process(path, cover)).ok).toBe(true);
    expect(await fresh()).toHaveLength(1);
    await expect.poll(fresh).toEqual([]);
    expect((await rig.images.process(path, cover)).ok).toBe(true);
  });

  it.runIf(process.platform === 'linux').each([
    ['SIGSEGV', 'file_type'],
    ['SIGKILL', 'unavailable'],
  ] as const)('may end by %s, and the next takes over', async (signal, code) => {
    const before = await childProcesses();
    rig = await openImageRig({ workers: 1 });
    const [small, large] = [await pngPicture(), pngBomb(10_000, 5_000)];
    expect((await rig.make(small)).code).toBeUndefined();
    const [worker] = (await childProcesses()).filter((pid) => !before.includes(pid));
    // Stopped until then: it could be done before it is hit.
    process.kill(Number(worker), 'SIGSTOP');
    const made = rig.make(large);
    await expect.poll(rig.leftovers).toHaveLength(2);
    process.kill(Number(worker), signal);
    process.kill(Number(worker), 'SIGCONT');
    expect((await made).code).toBe(code);
    expect((await rig.make(small)).code).toBeUndefined();
    expect(await rig.leftovers()).toEqual([]);
  });

  it('keep the memory of a bomb to themselves', { timeout: 60_000 }, async () => {
    rig = await openImageRig({ workers: 1 });
    // Decoded in the same process this one takes more than 100 MB.
    const bomb = plain(5_000, 4_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' });
    const path = await rig.upload(await bomb.toBuffer());
    const before = process.memoryUsage().rss;
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
    const outcomes = await Promise.all([
      rig.images.process(path, cover),
      rig.images.process(path, cover),
    ]);
    clearInterval(watch);
    expect(outcomes.every((done) => done.ok)).toBe(true);
    expect(peak).toBeGreaterThan(0);
    expect(peak - before).toBeLessThan(30 * MiB);
  });
});
