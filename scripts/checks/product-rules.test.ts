import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Folders to which paths cited in `docs/product/` and `docs/law.md` are relative, by the first part of the path
 * (`docs/product/README.md`).
 */
const baseFolderOf: Readonly<Record<string, string>> = {
  adapters: 'packages/server/src/',
  contract: 'packages/',
  features: 'packages/web/app/',
  flows: 'packages/e2e/',
  lib: 'packages/web/app/',
  modules: 'packages/server/src/',
  packages: '',
  platform: 'packages/server/src/',
  routes: 'packages/web/app/',
  scripts: '',
  test: 'packages/server/',
  ui: 'packages/web/app/',
};

const rulePages = globSync('docs/product/*.md', { cwd: repositoryRoot });
const documentationPages = [...rulePages, 'docs/law.md'];
const textOf = (page: string) => readFileSync(repositoryRoot + page, 'utf8');

/** The paths of files and folders that a text names in backticks; media types, patterns and URLs are left out. */
function citedPaths(text: string): string[] {
  const citations = [...text.matchAll(/`([a-z0-9-]+)\/([\w./-]+)`/g)];
  return citations.flatMap(([, first = '', rest = '']) =>
    first in baseFolderOf ? [`${baseFolderOf[first]}${first}/${rest}`] : [],
  );
}

/** The rules of a page, such as `- **O-7** …`, each with its text up to the next rule or heading. */
const rulesOf = (text: string) =>
  text.split(/^(?=- \*\*[A-Z]+-\d+\*\*|#)/m).filter((part) => part.startsWith('- **'));

it('every cited file exists', () => {
  const missingPaths = documentationPages.flatMap((page) =>
    citedPaths(textOf(page))
      .filter((path) => !existsSync(repositoryRoot + path))
      .map((path) => `${page}: ${path}`),
  );
  expect(missingPaths).toEqual([]);
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
