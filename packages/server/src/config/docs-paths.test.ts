import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const repositoryRoot = new URL('../../../../', import.meta.url);

/** Folders to which the short paths in `docs/product` are relative; explained in its README. */
const baseFolders: readonly (readonly [RegExp, string])[] = [
  [/^(modules|adapters|platform|ports|config|composition)\//, 'packages/server/src/$1/'],
  [/^test\//, 'packages/server/test/'],
  [/^contract\//, 'packages/contract/'],
  [/^(features|lib|ui|routes)\//, 'packages/web/app/$1/'],
  [/^flows\//, 'packages/e2e/flows/'],
];

const documentationPages = [
  'docs/architecture.md',
  ...readdirSync(new URL('docs/product/', repositoryRoot)).map((name) => `docs/product/${name}`),
];

const findPath = (word: string): string | null => {
  if (word.startsWith('packages/')) return word;
  const baseFolder = baseFolders.find(([pattern]) => pattern.test(word));
  return baseFolder ? word.replace(...baseFolder) : null;
};

describe.each(documentationPages)('%s', (page) => {
  it('names only paths that exist', () => {
    const text = readFileSync(new URL(page, repositoryRoot), 'utf8');
    const citedPaths = [...text.matchAll(/`([\w./-]+\/[\w./-]+)`/g)].map(([, word = '']) => word);
    const paths = citedPaths.map(findPath).filter((path) => path !== null);
    expect(paths.filter((path) => !existsSync(new URL(path, repositoryRoot)))).toEqual([]);
  });
});
