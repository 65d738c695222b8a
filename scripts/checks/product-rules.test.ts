import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Folders to which paths cited in these pages are relative, by the first part of the path (`docs/product/README.md`).
 */
const baseFolderOf: Readonly<Record<string, string>> = {
  adapters: 'packages/server/src/',
  bench: '',
  composition: 'packages/server/src/',
  config: 'packages/server/src/',
  contract: 'packages/',
  features: 'packages/web/app/',
  flows: 'packages/e2e/',
  lib: 'packages/web/app/',
  modules: 'packages/server/src/',
  packages: '',
  platform: 'packages/server/src/',
  ports: 'packages/server/src/',
  routes: 'packages/web/app/',
  scripts: '',
  test: 'packages/server/',
  ui: 'packages/web/app/',
};

const rulePages = globSync('docs/product/*.md', { cwd: repositoryRoot });
const documentationPages = [
  ...rulePages,
  'docs/architecture.md',
  'docs/glossary.md',
  'docs/law.md',
];
const textOf = (page: string) => readFileSync(repositoryRoot + page, 'utf8');

const fileNamePattern = /\.(ts|tsx|mjs|sql|md|css|json|ya?ml)$/;

/**
 * The paths of files and folders that a text names in backticks, in `paths` from the root of the repository. Names of
 * files that begin with an unknown folder are in `unknown`; media types, time zones, patterns and URLs are left out.
 */
function citedPaths(text: string): { readonly paths: string[]; readonly unknown: string[] } {
  const citations = [...text.matchAll(/`([\w.-]+)\/([\w./-]+)`/g)];
  const paths: string[] = [];
  const unknown: string[] = [];
  for (const [, first = '', rest = ''] of citations) {
    if (first in baseFolderOf) paths.push(`${baseFolderOf[first]}${first}/${rest}`);
    else if (fileNamePattern.test(rest)) unknown.push(`${first}/${rest}`);
  }
  return { paths, unknown };
}

/** The rules of a page, such as `- **O-7** …`, each with its text up to the next rule or heading. */
const rulesOf = (text: string) =>
  text.split(/^(?=- \*\*[A-Z]+-\d+\*\*|#)/m).filter((part) => part.startsWith('- **'));

it('finds paths in a text, and names of files with an unknown folder', () => {
  const text =
    '`modules/a.ts`, `web/test/b.tsx`, `image/png`, `America/Sao_Paulo` and `/api/c.json`';
  expect(citedPaths(text)).toEqual({
    paths: ['packages/server/src/modules/a.ts'],
    unknown: ['web/test/b.tsx'],
  });
});

it.each(documentationPages)('%s cites existing files only, with known folders', (page) => {
  const { paths, unknown } = citedPaths(textOf(page));
  const missingPaths = paths.filter((path) => !existsSync(repositoryRoot + path));
  expect([...unknown, ...missingPaths]).toEqual([]);
});

it('every rule says why, and where it is enforced and tested', () => {
  const incompleteRules = rulePages.flatMap((page) =>
    rulesOf(textOf(page))
      .filter(
        (rule) => !/\*Why:\*/.test(rule) || !/\*Code:\*/.test(rule) || !/\*Tests:\*/.test(rule),
      )
      .map((rule) => `${page}: ${rule.slice(0, 80)}`),
  );
  expect(incompleteRules).toEqual([]);
});

it('no page contains conflict markers of a merge', () => {
  const conflictingPages = globSync('docs/**/*.md', { cwd: repositoryRoot }).filter((page) =>
    /^(<<<<<<<|>>>>>>>) /m.test(textOf(page)),
  );
  expect(conflictingPages).toEqual([]);
});
