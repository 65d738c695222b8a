import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeTimers } from '../../../test/fixtures/fakes/fake-timers.ts';
import { openTempDir } from './temp-dir.ts';

const HOUR_MS = 3_600_000;

let parent: string;
let timers: ReturnType<typeof fakeTimers>;
const startedAt = Date.now();
const clock = { now: () => new Date(startedAt + timers.now()) };
const open = () => openTempDir(parent, { clock, timers });

beforeEach(async () => {
  timers = fakeTimers();
  parent = await mkdtemp(join(tmpdir(), 'guilda-temp-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** Creates an entry as another process left it `ageMs` ago. */
async function leave(name: string, ageMs: number, kind: 'file' | 'directory' = 'directory') {
  const path = join(parent, name);
  await (kind === 'file' ? writeFile(path, 'x') : mkdir(path));
  const modifiedAt = new Date(clock.now().getTime() - ageMs);
  await utimes(path, modifiedAt, modifiedAt);
}

describe('a directory for temporary files', () => {
  it('replaces what crashed processes left, but not what others use', async () => {
    await leave('crashed', HOUR_MS + 1000);
    await leave('of an older version', HOUR_MS + 1000, 'file');
    await leave('running', HOUR_MS - 60_000);
    const { directory } = await open();
    expect((await readdir(parent)).sort()).toEqual([basename(directory), 'running'].sort());
  });

  it('removes what crashed processes leave while this one runs, and keeps its own old files', async () => {
    const { directory, newPath } = await open();
    const path = newPath();
    await writeFile(path, 'x');
    await utimes(path, 0, 0);
    await leave('crashed', 0);
    for (let minutes = 0; minutes < 65; minutes += 5) {
      timers.advance(5 * 60_000);
      await expect.poll(() => timers.countPending()).toBe(1);
    }
    expect(await readdir(parent)).toEqual([basename(directory)]);
    expect((await stat(path)).size).toBe(1);
  });

  it('is created again when it was removed while its process stood still', async () => {
    const { directory, newPath } = await open();
    await rm(directory, { recursive: true });
    timers.advance(5 * 60_000);
    await expect.poll(() => readdir(parent)).toEqual([basename(directory)]);
    await writeFile(newPath(), 'x');
  });
});
