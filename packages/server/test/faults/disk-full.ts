import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Fault, FaultOutcome } from './fault.ts';

const runFile = promisify(execFile);

/** Shell command that mounts a disk of 16 MB and runs a program with it; the mount disappears with the process. */
const MOUNT_COMMAND = 'mount -t tmpfs -o size=16m,mode=0777 tmpfs "$0" && exec "$@"';

const canMount = () => spawnSync('unshare', ['-m', 'true']).status === 0;

/** The disk of uploaded files is full, and later has space again. */
export const diskFull: Fault = {
  name: 'disk-full',
  guarantee:
    'uploads answer 503 `Armazenamento indisponível.`, no row without its file, no remains; all else works; well again with room',
  needs: 'unshare -m, as root',
  run: async () => {
    if (!canMount()) return null;
    const folder = await mkdtemp(join(tmpdir(), 'guilda-full-'));
    const setupFile = fileURLToPath(new URL('./disk-full-setup.ts', import.meta.url));
    try {
      const args = ['-m', 'sh', '-c', MOUNT_COMMAND, folder, process.execPath, setupFile, folder];
      const { stdout } = await runFile('unshare', args, { timeout: 120_000 });
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as FaultOutcome;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
