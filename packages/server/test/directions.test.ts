import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const cruiser = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');

let house: string;
beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), 'guilda-directions-'));
  writeFileSync(join(house, 'tsconfig.base.json'), '{}');
});
afterEach(() => rmSync(house, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), text);
}

/** Names of the rules that an import from one file to another breaks. */
function broken(from: string, to: string): string[] {
  const target = relative(dirname(from), to);
  write(to, 'export const there = 1;\n');
  write(
    from,
    `import { there } from '${target.startsWith('.') ? target : `./${target}`}';\nexport const here = there;\n`,
  );
  const { stdout } = spawnSync(
    process.execPath,
    [
      cruiser,
      'packages',
      '--config',
      join(root, '.dependency-cruiser.cjs'),
      '--output-type',
      'json',
    ],
    { cwd: house, encoding: 'utf8' },
  );
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string } }[] };
  };
  return summary.violations.map(({ rule }) => rule.name);
}

const server = 'packages/server/src';
const web = 'packages/web/app';

it.each([
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
  ['production-code-never-imports-tests', `${server}/platform/a.ts`, 'packages/server/test/b.ts'],
])('%s', (rule, from, to) => {
  expect(broken(from, to)).toContain(rule);
});

it('lets modules and features meet through their index', () => {
  expect(broken(`${server}/modules/orders/a.ts`, `${server}/modules/users/index.ts`)).toEqual([]);
  expect(broken(`${web}/features/orders/a.ts`, `${web}/features/catalog/index.ts`)).toEqual([]);
});

it('no-circles', () => {
  write(`${server}/platform/b.ts`, "import { here } from './c.ts';\nexport const there = here;\n");
  expect(broken(`${server}/platform/c.ts`, `${server}/platform/d.ts`)).toEqual([]);
  write(
    `${server}/platform/d.ts`,
    "import { there } from './b.ts';\nexport const round = there;\n",
  );
  write(`${server}/platform/c.ts`, "import { round } from './d.ts';\nexport const here = round;\n");
  expect(broken(`${server}/platform/x.ts`, `${server}/platform/y.ts`)).toContain('no-circles');
});
