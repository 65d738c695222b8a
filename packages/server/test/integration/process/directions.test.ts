import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const repositoryRoot = fileURLToPath(new URL('../../../../../', import.meta.url));
const cruiserScript = join(
  repositoryRoot,
  'node_modules',
  'dependency-cruiser',
  'bin',
  'dependency-cruiser.mjs',
);

let projectFolder: string;
beforeEach(() => {
  projectFolder = mkdtempSync(join(tmpdir(), 'guilda-directions-'));
  writeFileSync(join(projectFolder, 'tsconfig.base.json'), '{}');
});
afterEach(() => rmSync(projectFolder, { recursive: true }));

function writeProjectFile(path: string, text: string): void {
  mkdirSync(dirname(join(projectFolder, path)), { recursive: true });
  writeFileSync(join(projectFolder, path), text);
}

/** Writes two files, of which the first imports the second. */
function writeImport(fromFile: string, toFile: string): void {
  const relativePath = relative(dirname(fromFile), toFile);
  const importPath = relativePath.startsWith('.') ? relativePath : `./${relativePath}`;
  writeProjectFile(toFile, 'export const there = 1;\n');
  writeProjectFile(
    fromFile,
    `import { there } from '${importPath}';\nexport const here = there;\n`,
  );
}

/** Names of violated rules, each with the file that violates it. */
function findBrokenImports(): string[] {
  const config = join(repositoryRoot, '.dependency-cruiser.cjs');
  const { stdout } = spawnSync(
    process.execPath,
    [cruiserScript, 'packages', '--config', config, '--output-type', 'json'],
    { cwd: projectFolder, encoding: 'utf8' },
  );
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string }[] };
  };
  return summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
}

const serverFolder = 'packages/server/src';
const webFolder = 'packages/web/app';

const forbiddenImports = [
  ['contract-stands-alone', 'packages/contract/src/a.ts', `${serverFolder}/platform/b.ts`],
  ['server-never-imports-web', `${serverFolder}/platform/a.ts`, `${webFolder}/lib/b.ts`],
  ['web-never-imports-server', `${webFolder}/lib/a.ts`, `${serverFolder}/platform/b.ts`],
  [
    'modules-meet-through-their-index',
    `${serverFolder}/modules/orders/a.ts`,
    `${serverFolder}/modules/users/b.ts`,
  ],
  [
    'modules-know-ports-and-platform-only',
    `${serverFolder}/modules/orders/a.ts`,
    `${serverFolder}/adapters/disk/b.ts`,
  ],
  [
    'platform-and-ports-know-no-module',
    `${serverFolder}/platform/a.ts`,
    `${serverFolder}/modules/users/index.ts`,
  ],
  [
    'adapters-know-no-module',
    `${serverFolder}/adapters/disk/a.ts`,
    `${serverFolder}/modules/users/index.ts`,
  ],
  [
    'features-meet-through-their-index',
    `${webFolder}/features/orders/a.ts`,
    `${webFolder}/features/catalog/b.ts`,
  ],
  ['ui-and-lib-know-no-domain', `${webFolder}/ui/a.ts`, `${webFolder}/features/catalog/index.ts`],
  [
    'only-composition-takes-modules',
    `${serverFolder}/modules/orders/a.ts`,
    `${serverFolder}/modules/users/module.ts`,
  ],
  [
    'design-embedded-postgres-and-media-metadata-stand-alone',
    'packages/media-metadata/src/a.ts',
    `${serverFolder}/platform/b.ts`,
  ],
  [
    'embedded-postgres-is-loaded-on-demand',
    `${serverFolder}/platform/a.ts`,
    'packages/embedded-postgres/src/index.ts',
  ],
  [
    'sandboxes-know-ports-and-platform-only',
    'packages/sandboxes/src/age/a.ts',
    `${serverFolder}/modules/users/index.ts`,
  ],
  [
    'sandboxes-are-for-demo-mode',
    `${serverFolder}/platform/a.ts`,
    'packages/sandboxes/src/age/index.ts',
  ],
  ['demo-mode-is-loaded-on-demand', `${serverFolder}/start/a.ts`, `${serverFolder}/demo/seed.ts`],
  [
    'production-code-never-imports-tests',
    `${serverFolder}/platform/a.ts`,
    'packages/server/test/b.ts',
  ],
  [
    'production-code-never-imports-tests',
    `${webFolder}/lib/a.ts`,
    `${webFolder}/lib/fake-browser.ts`,
  ],
] as const;

it('the check of imports reports an import that violates a rule, for each rule', () => {
  // One run checks all rules; each rule has a file named after it.
  const expectedViolations = forbiddenImports.map(([rule, from, to]) => {
    const ruleFile = from.replace(/a\.ts$/, `${rule}.ts`);
    writeImport(ruleFile, to);
    return `${rule} ${ruleFile}`;
  });
  expect(findBrokenImports()).toEqual(expect.arrayContaining(expectedViolations));
});

it('the check of imports allows imports between modules and features only through their index', () => {
  writeImport(`${serverFolder}/modules/orders/a.ts`, `${serverFolder}/modules/users/index.ts`);
  writeImport(`${webFolder}/features/orders/a.ts`, `${webFolder}/features/catalog/index.ts`);
  expect(findBrokenImports()).toEqual([]);
});

it('the check of imports reports circular imports', () => {
  writeProjectFile(
    `${serverFolder}/platform/b.ts`,
    "import { here } from './c.ts';\nexport const there = here;\n",
  );
  writeImport(`${serverFolder}/platform/c.ts`, `${serverFolder}/platform/d.ts`);
  expect(findBrokenImports()).toEqual([]);
  writeProjectFile(
    `${serverFolder}/platform/d.ts`,
    "import { there } from './b.ts';\nexport const round = there;\n",
  );
  writeProjectFile(
    `${serverFolder}/platform/c.ts`,
    "import { round } from './d.ts';\nexport const here = round;\n",
  );
  expect(findBrokenImports().join()).toContain('no-circles');
});
