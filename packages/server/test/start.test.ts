import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { freePort } from './harness.ts';

const program = fileURLToPath(new URL('./bare-program.ts', import.meta.url));

describe('a start that cannot be', () => {
  it.each(['127.0.0.1', 'localhost'])(
    'tells in one line that the database at %s does not answer',
    async (host) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'guilda-start-'));
      const env = {
        PATH: process.env['PATH'],
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATABASE_URL: `postgres://ana:segredo@${host}:${await freePort()}/loja`,
      };
      const child = spawn(process.execPath, [program], { env });
      const [told, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      await rm(dataDir, { recursive: true, force: true });
      expect(code).toBe(1);
      expect(told.trim()).toMatch(
        /^Não foi possível usar o banco de dados de DATABASE_URL: .*ECONNREFUSED.*$/,
      );
      expect(told).not.toContain('segredo');
    },
  );
});
