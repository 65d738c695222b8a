import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unusedPackages } from '../sbom/unused.ts';

const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Matches names of files in npm packages that production never runs: TypeScript (Node does not strip types below
 * `node_modules`), source maps and docs.
 */
const unusedFilePattern = /\.(map|[cm]?tsx?|md|markdown|flow|tsbuildinfo)$/i;

/** Matches names of folders in npm packages that production never uses. */
const unusedFolderPattern = /^(tests?|__tests__|benchmarks?|examples?|\.github)$/;

/** Folders of this repository that production does not need; it serves the built pages from `packages/web/build`. */
const buildOnlyFolders = [
  'packages/e2e',
  'packages/embedded-postgres',
  'packages/sandboxes',
  'packages/server/test',
  'packages/web/app',
  'packages/web/public',
  'bench',
];

const testFilePattern = /\.test\.tsx?$/;

/** Size of all files below a folder, in MB. */
function measureMegabytes(path: string): number {
  if (!existsSync(path)) return 0;
  const files = readdirSync(path, { recursive: true, withFileTypes: true });
  const sizes = files.map((file) =>
    file.isFile() ? statSync(join(file.parentPath, file.name)).size : 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}

function removePath(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** Removes the files and folders below `folder` for which `isUnused` returns true. */
function removeUnused(
  folder: string,
  isUnused: (name: string, isFolder: boolean) => boolean,
): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (isUnused(entry.name, entry.isDirectory())) removePath(path);
    else if (entry.isDirectory()) removeUnused(path, isUnused);
  }
}

/** Whether a file is a licence or notice, which must stay because it has to be distributed with the package. */
const isLicence = (name: string) => /^(licen[cs]e|copying|notice)/i.test(name);

/**
 * Reduces an installed and built tree to the files that production runs. Only for the image or a copied folder: the
 * tree can neither be built nor tested afterwards.
 */
function pruneTree(): void {
  if (existsSync(join(repositoryRoot, '.git'))) {
    process.stderr.write(
      'This folder is a clone: tests and sources would be lost. Prune a copy.\n',
    );
    process.exit(1);
  }
  const modulesFolder = join(repositoryRoot, 'node_modules');
  const megabytesBefore = measureMegabytes(modulesFolder);
  for (const name of unusedPackages) removePath(join(modulesFolder, name));
  removeUnused(modulesFolder, (name, isFolder) =>
    isFolder ? unusedFolderPattern.test(name) : unusedFilePattern.test(name) && !isLicence(name),
  );
  for (const path of buildOnlyFolders) removePath(join(repositoryRoot, path));
  for (const path of [
    'packages/server/src',
    'packages/contract/src',
    'packages/design/src',
    'packages/media-metadata/src',
    'scripts',
  ])
    removeUnused(
      join(repositoryRoot, path),
      (name, isFolder) => !isFolder && testFilePattern.test(name),
    );
  const megabytesAfter = measureMegabytes(modulesFolder);
  process.stdout.write(
    `node_modules: ${megabytesBefore.toFixed(0)} MB → ${megabytesAfter.toFixed(0)} MB\n`,
  );
}

pruneTree();
