import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { longestTests } from './longest-first.ts';

const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

it('lists only existing test files, each once', () => {
  const files = globSync('packages/*/{src,test}/**/*.test.ts', { cwd: repositoryRoot }).map(
    (file) => `/${file}`,
  );
  for (const name of longestTests) {
    expect(
      files.filter((file) => file.endsWith(name)),
      name,
    ).toHaveLength(1);
  }
  expect(new Set(longestTests).size).toBe(longestTests.length);
});
