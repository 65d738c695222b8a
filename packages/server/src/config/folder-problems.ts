import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates a folder and its parents one by one: Node's recursive `mkdir` never returns under /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  mkdirSync(path);
}

/** The folder itself when it exists, else the nearest parent that exists, in which it would be created. */
const existingFolderOf = (path: string): string =>
  existsSync(path) || path === dirname(path) ? path : existingFolderOf(dirname(path));

/**
 * Finds the problem of a folder that cannot be created or written to. With `create` the folder is created when it does
 * not exist; without, nothing changes on the disk.
 */
export function findFolderProblem(
  name: string,
  path: string,
  { create }: { readonly create: boolean },
): string[] {
  try {
    if (create) createFolder(path);
    const existingPath = existingFolderOf(path);
    accessSync(existingPath, constants.W_OK);
    if (statSync(existingPath).isDirectory()) return [];
  } catch {
    // The path cannot be read or created, so the problem is reported below.
  }
  return [`${name} (${path}): não é possível escrever nesta pasta; escolha outra`];
}
