import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const cruiser = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'guilda-directions-'));
  writeFileSync(join(project, 'tsconfig.base.json'), '{}');
});
afterEach(() => rmSync(project, { recursive: true }));

function writeProjectFile(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** An import from one file to another. */
function writeImport(from: string, to: string): void {
  const target = relative(dirname(from), to);
  const there = target.startsWith('.') ? target : `./${target}`;
  writeProjectFile(to, 'export const there = 1;\n');
  writeProjectFile(from, `import { there } from '${there}';\nexport const here = there;\n`);
}

/** Names of violated rules, each with the file that violates it. */
function findBrokenImports(): string[] {
  const config = join(root, '.dependency-cruiser.cjs');
  const { stdout } = spawnSync(
    process.execPath,
    [cruiser, 'packages', '--config', config, '--output-type', 'json'],
    { cwd: project, encoding: 'utf8' },
  );
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string }[] };
  };
  return summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
}

const server = 'packages/server/src';
const web = 'packages/web/app';

const forbiddenImports = [
  ['contract-stands-alone', 'packages/contract/src/a.ts', `${server}/platform/b.ts`],
  ['server-never-imports-web', `${server}/platform/a.ts`, `${web}/lib/b.ts`],
  ['web-never-imports-server', `${web}/lib/a.ts`, `${server}/platform/b.ts`],
  [
    'modules-meet-through-their-index',
    `${server}/modules/orders/a.ts`,
    `${server}/modules/users/b.ts`,
  ],
  [
    'modules-know-ports-and-platform-only',
    `${server}/modules/orders/a.ts`,
    `${server}/adapters/disk/b.ts`,
  ],
  [
    'platform-and-ports-know-no-module',
    `${server}/platform/a.ts`,
    `${server}/modules/users/index.ts`,
  ],
  ['adapters-know-no-module', `${server}/adapters/disk/a.ts`, `${server}/modules/users/index.ts`],
  [
    'features-meet-through-their-index',
    `${web}/features/orders/a.ts`,
    `${web}/features/catalog/b.ts`,
  ],
  ['ui-and-lib-know-no-domain', `${web}/ui/a.ts`, `${web}/features/catalog/index.ts`],
  [
    'only-composition-takes-modules',
    `${server}/modules/orders/a.ts`,
    `${server}/modules/users/module.ts`,
  ],
  [
    'design-embedded-postgres-and-media-metadata-stand-alone',
    'packages/media-metadata/src/a.ts',
    `${server}/platform/b.ts`,
  ],
  [
    'embedded-postgres-is-loaded-on-demand',
    `${server}/platform/a.ts`,
    'packages/embedded-postgres/src/index.ts',
  ],
  [
    'sandboxes-know-ports-and-platform-only',
    'packages/sandboxes/src/age/a.ts',
    `${server}/modules/users/index.ts`,
  ],
  ['sandboxes-are-for-demo-mode', `${server}/platform/a.ts`, 'packages/sandboxes/src/age/index.ts'],
  ['demo-mode-is-loaded-on-demand', `${server}/start/a.ts`, `${server}/demo/seed.ts`],
  ['production-code-never-imports-tests', `${server}/platform/a.ts`, 'packages/server/test/b.ts'],
  ['production-code-never-imports-tests', `${web}/lib/a.ts`, `${web}/lib/fake-browser.ts`],
] as const;

it('the check of imports reports an import that violates a rule, for each rule', () => {
  // One run checks all rules; each rule has a file named after it.
  const cases = forbiddenImports.map(([rule, from, to]) => {
    const own = from.replace(/a\.ts$/, `${rule}.ts`);
    writeImport(own, to);
    return `${rule} ${own}`;
  });
  expect(findBrokenImports()).toEqual(expect.arrayContaining(cases));
});

it('the check of imports allows imports between modules and features only through their index', () => {
  writeImport(`${server}/modules/orders/a.ts`, `${server}/modules/users/index.ts`);
  writeImport(`${web}/features/orders/a.ts`, `${web}/features/catalog/index.ts`);
  expect(findBrokenImports()).toEqual([]);
});

it('the check of imports reports circular imports', () => {
  writeProjectFile(
    `${server}/platform/b.ts`,
    "import { here } from './c.ts';\nexport const there = here;\n",
  );
  writeImport(`${server}/platform/c.ts`, `${server}/platform/d.ts`);
  expect(findBrokenImports()).toEqual([]);
  writeProjectFile(
    `${server}/platform/d.ts`,
    "import { there } from './b.ts';\nexport const round = there;\n",
  );
  writeProjectFile(
    `${server}/platform/c.ts`,
    "import { round } from './d.ts';\nexport const here = round;\n",
  );
  expect(findBrokenImports().join()).toContain('no-circles');
});
