/**
 * This file prints measurements of the repository's readability: files, lines, crowded folders, names with several
 * definitions, size of the styles and of the server's composition (the code that wires its modules).
 * `npm run structure -- FOLDER` measures another checkout.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkedRoot = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));

/** Number of files in one folder above which the folder is listed as crowded. */
const MAX_FILES_PER_FOLDER = 25;

const trackedFiles = execFileSync('git', ['ls-files'], {
  cwd: checkedRoot,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .trim()
  .split('\n');
const isCode = (path: string) => /\.tsx?$/.test(path);
const isTest = (path: string) => /\.test\.tsx?$|(^|\/)(test|e2e|fixtures)\//.test(path);
const readText = (path: string) => readFileSync(join(checkedRoot, path), 'utf8');
const countLines = (path: string) => readText(path).split('\n').length - 1;

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Folders with more than `MAX_FILES_PER_FOLDER` of these files, with the number of files. */
function crowdedFolders(paths: readonly string[]): [string, number][] {
  const filesByFolder = Map.groupBy(paths, dirname);
  return [...filesByFolder]
    .map(([folder, files]): [string, number] => [folder, files.length])
    .filter(([, count]) => count > MAX_FILES_PER_FOLDER)
    .sort(([, a], [, b]) => b - a);
}

/** Names that more than one file exports, with the number of files. */
function ambiguousNames(paths: readonly string[]): [string, number][] {
  const names = paths.flatMap((path) =>
    [
      ...readText(path).matchAll(
        /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm,
      ),
    ].map(([, name = '']) => name),
  );
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, all]): [string, number] => [name, all.length])
    .filter(([, count]) => count > 1)
    .sort(([, a], [, b]) => b - a);
}

const codeFiles = trackedFiles.filter(
  (path) => isCode(path) && existsSync(join(checkedRoot, path)),
);
const codeWithoutTests = codeFiles.filter((path) => !isTest(path));
const styleFiles = trackedFiles.filter((path) => path.endsWith('.css'));
const globalStyleFiles = styleFiles.filter((path) => !path.endsWith('.module.css'));
const compositionFiles = codeFiles.filter(
  (path) =>
    /^packages\/server\/src\/(composition\/|compose[\w-]*\.ts$)/.test(path) && !isTest(path),
);
const totalLinesOf = (paths: readonly string[]) =>
  paths.reduce((lineCount, path) => lineCount + countLines(path), 0);
const foldersOverLimit = crowdedFolders(codeWithoutTests);
// Route files are left out, because the framework prescribes the names that they export.
const namesWithManyMeanings = ambiguousNames(
  codeWithoutTests.filter((path) => !path.includes('/app/routes/')),
);

const tableRows: [string, string | number][] = [
  ['TypeScript files', codeFiles.length],
  ['TypeScript lines', totalLinesOf(codeFiles)],
  ['files of live code', codeWithoutTests.length],
  ['median lines of a live file', median(codeWithoutTests.map(countLines))],
  ['live files over 300 lines', codeWithoutTests.filter((path) => countLines(path) > 300).length],
  [`folders of live code over ${MAX_FILES_PER_FOLDER} files`, foldersOverLimit.length],
  [
    'largest of them',
    foldersOverLimit
      .slice(0, 3)
      .map(([folder, count]) => `${folder} ${count}`)
      .join(', '),
  ],
  ['names that several live files export', namesWithManyMeanings.length],
  [
    'most often',
    namesWithManyMeanings
      .slice(0, 4)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  ],
  ['files of the composition', compositionFiles.length],
  ['lines of the composition', totalLinesOf(compositionFiles)],
  ['lines of CSS', totalLinesOf(styleFiles)],
  ['of them global', totalLinesOf(globalStyleFiles)],
];
for (const [name, value] of tableRows) process.stdout.write(`${name.padEnd(44)}${value}\n`);
