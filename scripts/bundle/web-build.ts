import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBuildInfo } from '../../packages/server/src/platform/build-info/build-info.ts';
import { compressFiles } from './compress-files.ts';

const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Path of the web app's folder. */
export const webRoot = join(repositoryRoot, 'packages', 'web');

/** File with the fingerprint of the sources that the last build used. */
const stampFile = join(webRoot, 'build', '.sources');
/** Files and folders that a build depends on. */
const buildInputs = [
  'package-lock.json',
  'packages/contract/src',
  'packages/design',
  'packages/web/app',
  'packages/web/public',
  'packages/web/vite.config.ts',
  'packages/web/vite-art-sheet.ts',
  'packages/web/vite-brand-art.ts',
  'packages/web/vite-module-groups.ts',
  'packages/web/react-router.config.ts',
];

function listFilesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Hash of all build inputs, which tells whether a new build is needed. */
function computeFingerprint(): string {
  const hash = createHash('sha256');
  for (const source of buildInputs.map((name) => join(repositoryRoot, name))) {
    const files = source.match(/\.\w+$/) ? [source] : listFilesBelow(source);
    for (const file of files)
      hash.update(file.slice(repositoryRoot.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Runs a command and resolves to its output; rejects with the output when the command fails. */
function runCommand(command: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

/** Builds the web app and records the fingerprint of its sources. */
export async function buildWeb(): Promise<void> {
  const fingerprint = computeFingerprint();
  const cli = join(repositoryRoot, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  await runCommand(process.execPath, [cli, 'build'], webRoot);
  await compressFiles(join(webRoot, 'build', 'client'));
  writeBuildInfo(process.env['GUILDA_COMMIT']);
  writeFileSync(stampFile, fingerprint);
}

const isBuilt = (): boolean =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8') === computeFingerprint();

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Why the pages cannot be built, as a pt-BR sentence with a solution; null when they can be, or are already built. */
export function findBuildObstacle(): string | null {
  const folders = [webRoot, join(webRoot, 'build')];
  const unwritableFolder = folders.find((path) => existsSync(path) && !isWritable(path));
  if (!unwritableFolder || isBuilt()) return null;
  return `Não é possível escrever em ${unwritableFolder}, onde as páginas são montadas. Copie o projeto para uma pasta sua e comece lá, ou rode antes \`npm run build\` como quem pode escrever nela.`;
}

/** Builds the web app, unless the existing build has the fingerprint of the current sources. */
export async function ensureWebBuild(printLine: (line: string) => void): Promise<void> {
  if (isBuilt()) return;
  printLine('  Montando as páginas…');
  await buildWeb();
}
