import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../../', import.meta.url);
const page = readFileSync(new URL('docs/security.md', root), 'utf8');

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has. */
const requirements = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

const rows = [...page.matchAll(/^\| V(\d+)\.(\d+)\.(\d+) \| [12] \| ([a-z ]+) \| (.+) \|$/gm)];

/** Where a path of the page lies. */
const places: readonly (readonly [RegExp, string])[] = [
  [/^(src|test)\//, 'packages/server/$1/'],
  [/^web\//, 'packages/web/app/'],
  [/^contract\//, 'packages/contract/src/'],
  [/^flows\//, 'packages/e2e/flows/'],
];

const isPath = /^(deploy\/\w+|\.dockerignore|[\w./@-]+\.(tsx?|mjs|md|json|ya?ml|sh|service))$/;

const pathsOf = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word).filter((word) => isPath.test(word));

const realPath = (path: string): string =>
  places.reduce((found, [begins, place]) => found.replace(begins, place), path);

describe('the page about security', () => {
  it('names every requirement of levels 1 and 2 once', () => {
    const ids = rows.map(([, chapter, section, number]) => `${chapter}.${section}.${number}`);
    expect(new Set(ids).size).toBe(ids.length);
    const counted = requirements.map(
      (_, index) => rows.filter(([, chapter]) => Number(chapter) === index + 1).length,
    );
    expect(counted).toEqual(requirements);
  });

  it('names a file that proves it for whatever holds', () => {
    const unproved = rows.filter(
      ([, , , , state, proof = '']) =>
        state === 'holds' && pathsOf(proof).length === 0 && !/“|As V/.test(proof),
    );
    expect(unproved.map(([row]) => row)).toEqual([]);
  });

  it('names files that exist', () => {
    const named = new Set(pathsOf(page));
    expect(named.size).toBeGreaterThan(100);
    const absent = [...named].filter((path) => !existsSync(new URL(realPath(path), root)));
    expect(absent).toEqual([]);
  });
});
