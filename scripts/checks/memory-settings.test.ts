import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The memory settings in a file of the repository's root folder, sorted. */
const memorySettingsOf = (path: string) =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    .match(/(?:NODE_OPTIONS|MALLOC_\w+)=\S+/g)
    ?.sort();

it('units and image have the same memory settings', () => {
  const unitSettings = memorySettingsOf('deploy/guilda.service');
  expect(unitSettings).toHaveLength(4);
  expect(memorySettingsOf('deploy/guilda@.service')).toEqual(unitSettings);
  expect(memorySettingsOf('Dockerfile')).toEqual(unitSettings);
});
