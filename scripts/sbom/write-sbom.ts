import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBuildInfo } from '../../packages/server/src/platform/build-info/build-info.ts';
import { buildSbom, type PackageLock } from './sbom.ts';
import { unusedPackages } from './unused.ts';

/** Folders of the workspaces that production runs. */
const workspaceFolders = [
  'packages/contract',
  'packages/design',
  'packages/media-metadata',
  'packages/server',
  'packages/web',
];

/** Writes the bill of materials beside the built pages; the image copies it from there. */
export function writeSbom(root: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as PackageLock;
  const { version, builtAt } = readBuildInfo(root);
  const product = {
    name: 'guilda',
    version,
    builtAt: new Date(builtAt),
    workspaces: workspaceFolders,
  };
  const sbom = buildSbom(lock, { ...product, excludedPackages: unusedPackages });
  writeFileSync(join(root, 'packages', 'web', 'build', 'sbom.cdx.json'), `${sbom}\n`);
}
