import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { engineIndependentTests } from './engine-independent-tests.ts';

const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));
const testFiles = globSync('packages/*/{src,test}/**/*.test.ts', { cwd: repositoryRoot });

it.each(engineIndependentTests)('%s matches a test file', (pattern) => {
  expect(testFiles.some((file) => matchesGlob(file, pattern))).toBe(true);
});
