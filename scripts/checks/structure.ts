/**
 * Prints figures about the readability of the repository: files, lines, crowded folders, names with several
 * definitions, size of the composition and of the styles. `npm run structure -- FOLDER` measures another checkout.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));

/** More files than that in one folder are looked for by their names in vain. */
const CROWDED = 25;

const tracked = execFileSync('git', ['ls-files'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .trim()
  .split('\n');
const isCode = (path: string) => /\.tsx?$/.test(path);
const isTest = (path: string) => /\.test\.tsx?$|(^|\/)(test|e2e|fixtures)\//.test(path);
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const linesOf = (path: string) => textOf(path).split('\n').length - 1;

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function crowdedFolders(paths: readonly string[]): [string, number][] {
  const counted = Map.groupBy(paths, dirname);
  return [...counted]
    .map(([folder, files]): [string, number] => [folder, files.length])
    .filter(([, count]) => count > CROWDED)
    .sort(([, a], [, b]) => b - a);
}

/** Names that more than one file exports, with how often. */
function ambiguousNames(paths: readonly string[]): [string, number][] {
  const names = paths.flatMap((path) =>
    [
      ...textOf(path).matchAll(
        /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm,
      ),
    ].map(([, name = '']) => name),
  );
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, all]): [string, number] => [name, all.length])
    .filter(([, count]) => count > 1)
    .sort(([, a], [, b]) => b - a);
}

const code = tracked.filter((path) => isCode(path) && existsSync(join(root, path)));
const live = code.filter((path) => !isTest(path));
const styles = tracked.filter((path) => path.endsWith('.css'));
const globalStyles = styles.filter((path) => !path.endsWith('.module.css'));
const composition = code.filter(
  (path) =>
    /^packages\/server\/src\/(composition\/|compose[\w-]*\.ts$)/.test(path) && !isTest(path),
);
const sum = (paths: readonly string[]) => paths.reduce((lines, path) => lines + linesOf(path), 0);
const crowded = crowdedFolders(live);
// The names that a page exports are the framework's.
const ambiguous = ambiguousNames(live.filter((path) => !path.includes('/app/routes/')));

const rows: [string, string | number][] = [
  ['TypeScript files', code.length],
  ['TypeScript lines', sum(code)],
  ['files of live code', live.length],
  ['median lines of a live file', median(live.map(linesOf))],
  ['live files over 300 lines', live.filter((path) => linesOf(path) > 300).length],
  [`folders of live code over ${CROWDED} files`, crowded.length],
  [
    'largest of them',
    crowded
      .slice(0, 3)
      .map(([folder, count]) => `${folder} ${count}`)
      .join(', '),
  ],
  ['names that several live files export', ambiguous.length],
  [
    'most often',
    ambiguous
      .slice(0, 4)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  ],
  ['files of the composition', composition.length],
  ['lines of the composition', sum(composition)],
  ['lines of CSS', sum(styles)],
  ['of them global', sum(globalStyles)],
];
for (const [name, value] of rows) process.stdout.write(`${name.padEnd(44)}${value}\n`);
