// The one way into every command of package.json: `node scripts/run.mjs [--with=redis,nginx] PROGRAM ARGUMENTS…`.
// Plain JavaScript, so that an old Node can still say what is missing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NODE = 24;
const root = fileURLToPath(new URL('..', import.meta.url));

function missing() {
  if (!existsSync(join(root, 'node_modules'))) {
    return 'Faltam os pacotes do projeto. Rode: npm ci';
  }
  if (Number(process.versions.node.split('.')[0]) < NODE) {
    return `A Guilda usa o Node ${NODE}, e este é o ${process.versions.node}. O npm traz o certo quando pode rodar scripts de instalação: npm ci --ignore-scripts=false`;
  }
  return null;
}

const sentence = missing();
if (sentence) {
  process.stderr.write(`\n  ${sentence}\n\n`);
  process.exit(1);
}

const [, , first = '', ...rest] = process.argv;
const needs = /^--with=(.+)$/.exec(first)?.[1]?.split(',') ?? [];
const [program = '', ...args] = needs.length > 0 ? rest : [first, ...rest];
process.argv = [process.execPath, join(root, program), ...args];

const { followNpm } = await import('./follow-npm.ts');
followNpm();
if (needs.length > 0) {
  const { setUp } = await import('./set-up.ts');
  await setUp(needs);
}
await import(pathToFileURL(process.argv[1]).href);
