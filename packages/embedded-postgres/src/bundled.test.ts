import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkLibraries } from './bundled.ts';

const NOBODY_UID = 65_534;
const LIBRARY_LINKS = [
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
  { source: 'native/lib/libpq.so.5.18', target: '../outside.so' },
];

let testFolder: string;
let librariesRoot: string;
let libFolder: string;
let spareFolder: string;

beforeEach(async () => {
  testFolder = await mkdtemp(join(tmpdir(), 'guilda-bundled-'));
  await chmod(testFolder, 0o777);
  librariesRoot = join(testFolder, 'package');
  libFolder = join(librariesRoot, 'native', 'lib');
  spareFolder = join(testFolder, 'spare');
  await mkdir(libFolder, { recursive: true });
  await mkdir(join(librariesRoot, 'native', 'bin'));
  for (const program of ['postgres', 'initdb']) {
    await writeFile(join(librariesRoot, 'native', 'bin', program), '', { mode: 0o755 });
  }
  await writeFile(join(libFolder, 'libpq.so.5.18'), 'library');
  await writeFile(join(librariesRoot, 'native', 'pg-symlinks.json'), JSON.stringify(LIBRARY_LINKS));
});

afterEach(() => rm(testFolder, { recursive: true, force: true }));

/** Runs `work` as another user when the tests run as root, because root may write into read-only folders. */
async function runAsOtherUser<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY_UID);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe('the libraries of the bundled engine', () => {
  it('are linked in their own folder, once', async () => {
    expect(await linkLibraries(librariesRoot, spareFolder)).toEqual({});
    expect(await linkLibraries(librariesRoot, spareFolder)).toEqual({});
    expect(await readlink(join(libFolder, 'libpq.so.5'))).toBe('libpq.so.5.18');
    expect(await readdir(testFolder)).toEqual(['package']);
  });

  it('are linked in another folder when the package folder is read-only', async () => {
    await chmod(libFolder, 0o555);
    const env = await runAsOtherUser(() => linkLibraries(librariesRoot, spareFolder));
    expect(Object.values(env)).toEqual([spareFolder]);
    expect(await readFile(join(spareFolder, 'libpq.so.5'), 'utf8')).toBe('library');
    expect(await readdir(libFolder)).toEqual(['libpq.so.5.18']);
    expect(await runAsOtherUser(() => linkLibraries(librariesRoot, spareFolder))).toEqual(env);
  });

  it('need no links where the package has none', async () => {
    await rm(join(librariesRoot, 'native', 'pg-symlinks.json'));
    expect(await linkLibraries(librariesRoot, spareFolder)).toEqual({});
  });
});
