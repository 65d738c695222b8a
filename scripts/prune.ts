import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unused } from './sbom/unused.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Node strips no types below `node_modules`, so TypeScript there is never run; maps and prose are not either. */
const idleFile = /\.(map|[cm]?tsx?|md|markdown|flow|tsbuildinfo)$/i;

/** Folders of a package that only its authors use. */
const idleFolder = /^(tests?|__tests__|benchmarks?|examples?|\.github)$/;

/** What of ours is needed only to build or test it; the built pages are in `packages/web/build`. */
const ours = [
  'packages/e2e',
  'packages/server/test',
  'packages/web/app',
  'packages/web/public',
  'bench',
];

const isTest = /\.(test|door\.test)\.tsx?$/;

function megabytes(path: string): number {
  if (!existsSync(path)) return 0;
  const files = readdirSync(path, { recursive: true, withFileTypes: true });
  const sizes = files.map((file) =>
    file.isFile() ? statSync(join(file.parentPath, file.name)).size : 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** Removes what `isIdle` names, folders with all that is in them. */
function sweep(folder: string, isIdle: (name: string, isFolder: boolean) => boolean): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (isIdle(entry.name, entry.isDirectory())) remove(path);
    else if (entry.isDirectory()) sweep(path, isIdle);
  }
}

/** A licence stays, whatever its file is called: it asks to be passed on. */
const isLicence = (name: string) => /^(licen[cs]e|copying|notice)/i.test(name);

/**
 * Cuts an installed and built tree down to what production runs. It is meant for the image, and for a folder
 * that was made for it: the tree can be neither built nor tested afterwards.
 */
function prune(): void {
  if (existsSync(join(root, '.git'))) {
    process.stderr.write(
      'This folder is a clone: tests and sources would be lost. Prune a copy.\n',
    );
    process.exit(1);
  }
  const modules = join(root, 'node_modules');
  const before = megabytes(modules);
  for (const name of unused) remove(join(modules, name));
  sweep(modules, (name, isFolder) =>
    isFolder ? idleFolder.test(name) : idleFile.test(name) && !isLicence(name),
  );
  for (const path of ours) remove(join(root, path));
  for (const path of ['packages/server/src', 'packages/contract/src', 'scripts'])
    sweep(join(root, path), (name, isFolder) => !isFolder && isTest.test(name));
  const after = megabytes(modules);
  process.stdout.write(`node_modules: ${before.toFixed(0)} MB → ${after.toFixed(0)} MB\n`);
}

prune();
