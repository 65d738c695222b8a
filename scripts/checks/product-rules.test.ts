import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Folders that a path cited in `docs/product/` or `docs/law.md` may start from, by its first part (`docs/product/README.md`). */
const startOf: Readonly<Record<string, string>> = {
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

/** Files and folders named in backticks; without shapes (`image/png`), patterns and addresses. */
function citedPaths(text: string): string[] {
  const named = [...text.matchAll(/`([a-z0-9-]+)\/([\w./-]+)`/g)];
  return named.flatMap(([, first = '', rest = '']) =>
    first in startOf ? [`${startOf[first]}${first}/${rest}`] : [],
  );
}

/** Rules of a page (`- **O-7** …`), each up to the next rule or heading. */
const rulesOf = (text: string) =>
  text.split(/^(?=- \*\*[A-Z]+-\d+\*\*|#)/m).filter((part) => part.startsWith('- **'));

it('every cited file exists', () => {
  const missing = documentationPages.flatMap((page) =>
    citedPaths(textOf(page))
      .filter((path) => !existsSync(repositoryRoot + path))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

it('every rule says why, and where it is enforced and tested', () => {
  const incomplete = rulePages.flatMap((page) =>
    rulesOf(textOf(page))
      .filter(
        (rule) => !/\*Why:\*/.test(rule) || !/\*Code:\*/.test(rule) || !/\*Tests:\*/.test(rule),
      )
      .map((rule) => `${page}: ${rule.slice(0, 80)}`),
  );
  expect(incomplete).toEqual([]);
});

it('no page holds what a merge left behind', () => {
  const unmerged = globSync('docs/**/*.md', { cwd: repositoryRoot }).filter((page) =>
    /^(<<<<<<<|>>>>>>>) /m.test(textOf(page)),
  );
  expect(unmerged).toEqual([]);
});
