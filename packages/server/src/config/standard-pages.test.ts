import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const repositoryRoot = new URL('../../../../', import.meta.url);
const readPage = (name: string) => readFileSync(new URL(`docs/${name}.md`, repositoryRoot), 'utf8');
const securityPage = readPage('security');

/** Number of requirements of levels 1 and 2 in each chapter of ASVS 5.0.0. */
const requirementsPerChapter = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

const requirementRows = [
  ...securityPage.matchAll(/^\| V(\d+)\.(\d+)\.(\d+) \| [12] \| ([a-z ]+) \| (.+) \|$/gm),
];

type PathReplacements = readonly (readonly [RegExp, string])[];

/** Folders to which a path on the security page may be relative. */
const pathReplacements: PathReplacements = [
  [/^(src|test)\//, 'packages/server/$1/'],
  [/^web\//, 'packages/web/app/'],
  [/^contract\//, 'packages/contract/src/'],
  [/^flows\//, 'packages/e2e/flows/'],
];

const pathPattern =
  /^(deploy\/\w+|\.dockerignore|[\w./@-]+\.(tsx?|css|mjs|md|json|ya?ml|sh|service))$/;

const listPaths = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)]
    .map(([, word = '']) => word)
    .filter((word) => pathPattern.test(word));

/** Paths in the text of a page at which no file exists. */
function absentFiles(text: string, replacements: PathReplacements): string[] {
  const toRealPath = (path: string) =>
    replacements.reduce(
      (partialPath, [pattern, replacement]) => partialPath.replace(pattern, replacement),
      path,
    );
  return [...new Set(listPaths(text))].filter(
    (path) => !existsSync(new URL(toRealPath(path), repositoryRoot)),
  );
}

describe('the page about security', () => {
  it('names every requirement of levels 1 and 2 once', () => {
    const ids = requirementRows.map(
      ([, chapter, section, number]) => `${chapter}.${section}.${number}`,
    );
    expect(new Set(ids).size).toBe(ids.length);
    const requirementCounts = requirementsPerChapter.map(
      (_, index) => requirementRows.filter(([, chapter]) => Number(chapter) === index + 1).length,
    );
    expect(requirementCounts).toEqual(requirementsPerChapter);
  });

  it('names a file as proof for each requirement that holds', () => {
    const unprovedRequirements = requirementRows.filter(
      ([, , , , state, proof = '']) =>
        state === 'holds' && listPaths(proof).length === 0 && !/“|As V/.test(proof),
    );
    expect(unprovedRequirements.map(([row]) => row)).toEqual([]);
  });

  it('names only existing files', () => {
    expect(new Set(listPaths(securityPage)).size).toBeGreaterThan(100);
    expect(absentFiles(securityPage, pathReplacements)).toEqual([]);
  });
});

describe('the page about accessibility', () => {
  const text = readPage('accessibility');
  const criteria = [
    ...text.matchAll(/^\| (\d)\.(\d)\.(\d+) [^|]+ \| (AA?) \| ([a-z ]+) \| (.+) \|$/gm),
  ];

  it('names every criterion of WCAG 2.2, A and AA, once', () => {
    const ids = criteria.map(
      ([, principle, guideline, number]) => `${principle}.${guideline}.${number}`,
    );
    expect(new Set(ids).size).toBe(ids.length);
    const criterionCounts = ['1', '2', '3', '4'].map(
      (principle) => criteria.filter(([, found]) => found === principle).length,
    );
    expect(criterionCounts).toEqual([20, 20, 13, 2]);
    expect(criteria.filter(([, , , , level]) => level === 'A')).toHaveLength(31);
  });

  it('counts the states of the criteria, and names a file as proof for each that holds', () => {
    const countCriteria = (state: string) =>
      criteria.filter(([, , , , , found]) => found === state).length;
    expect(text.replaceAll('\n', ' ')).toContain(
      `${countCriteria('holds')} hold, ${countCriteria('holds partly')} hold partly, ${countCriteria('does not apply')} do not apply.`,
    );
    const unprovedCriteria = criteria.filter(
      ([, , , , , state, proof = '']) => state === 'holds' && listPaths(proof).length === 0,
    );
    expect(unprovedCriteria.map(([row]) => row)).toEqual([]);
  });

  it('names only existing files', () => {
    expect(
      absentFiles(text, [
        [/^web\//, 'packages/web/app/'],
        [/^test\//, 'packages/web/test/'],
        [/^(flows|screens)\//, 'packages/e2e/$1/'],
        [/^server\//, 'packages/server/src/'],
      ]),
    ).toEqual([]);
  });
});
