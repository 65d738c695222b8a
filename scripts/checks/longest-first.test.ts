import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { longest } from './longest-first.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('names existing files, each once', () => {
  const files = globSync('packages/*/{src,test}/**/*.test.ts', { cwd: root }).map(
    (file) => `/${file}`,
  );
  for (const name of longest) {
    expect(
      files.filter((file) => file.endsWith(name)),
      name,
    ).toHaveLength(1);
  }
  expect(new Set(longest).size).toBe(longest.length);
});
