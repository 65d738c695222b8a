import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConfigFixture } from './config-fixture.ts';

const { home, production, problemsOf, remove } = createConfigFixture();
const file = join(home, 'file');
const badFolder = join(file, 'below');
beforeAll(() => writeFileSync(file, ''));
afterAll(remove);

describe('a folder that cannot be written to', () => {
  it.each([file, badFolder])('is reported: %s', (path) => {
    const problems = problemsOf({ DATA_DIR: path, FILES_DIR: path });
    expect(problems).toContain(`DATA_DIR (${path}): não é possível escrever`);
    expect(problems).toContain(`FILES_DIR (${path}): não é possível escrever`);
  });

  it.each([
    ['an invalid value', { PORT: 'abc' }, 'PORT'],
    ['settings that do not fit together', { GA_MEASUREMENT_ID: 'G-1' }, 'GA_API_SECRET'],
    ['settings that production lacks', { NODE_ENV: 'production' }, 'TOKEN_SECRET'],
    ['a weak secret in production', { ...production, TOKEN_SECRET: 'abc'.repeat(20) }, 'adivinhar'],
  ])('is reported together with %s', (_, env, otherProblem) => {
    const problems = problemsOf({ ...env, DATA_DIR: badFolder, FILES_DIR: badFolder });
    for (const name of ['DATA_DIR (', 'FILES_DIR (', otherProblem])
      expect(problems).toContain(name);
  });
});

describe('a folder that does not exist', () => {
  const newFolder = join(home, 'new', 'folder');

  it('is not created when the start fails because of other problems', () => {
    const problems = problemsOf({ DATA_DIR: newFolder, PORT: 'abc' });
    expect(problems).toContain('PORT');
    expect(problems).not.toContain('DATA_DIR');
    expect(existsSync(join(home, 'new'))).toBe(false);
  });

  it('is created when there are none', () => {
    expect(problemsOf({ DATA_DIR: newFolder })).toBe('');
    expect(existsSync(newFolder)).toBe(true);
  });
});
