// Runs every command of package.json: `node scripts/run.mjs [--with=redis,nginx] PROGRAM ARGUMENTS…`.
// Plain JavaScript, so that an old Node can still say what is missing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

if (!existsSync(join(root, 'node_modules'))) {
  process.stderr.write('\n  Faltam os pacotes do projeto. Rode: npm ci\n\n');
  process.exit(1);
}
const { requireNode } = await import('./node-version.mjs');
requireNode();

const [, , firstArgument = '', ...otherArguments] = process.argv;
const neededPrograms = /^--with=(.+)$/.exec(firstArgument)?.[1]?.split(',') ?? [];
const [scriptPath = '', ...scriptArguments] =
  neededPrograms.length > 0 ? otherArguments : [firstArgument, ...otherArguments];
process.argv = [process.execPath, join(root, scriptPath), ...scriptArguments];

const { followNpm } = await import('./follow-npm.ts');
followNpm();
if (neededPrograms.length > 0) {
  const { setUp } = await import('./set-up.ts');
  await setUp(neededPrograms);
}
await import(pathToFileURL(process.argv[1]).href);
