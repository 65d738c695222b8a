import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { engineIndependentTests } from './engine-independent-tests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = globSync('packages/*/{src,test}/**/*.test.ts', { cwd: root });

it.each(engineIndependentTests)('%s matches a test file', (pattern) => {
  expect(files.some((file) => matchesGlob(file, pattern))).toBe(true);
});
