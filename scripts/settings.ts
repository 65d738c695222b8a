import { readFileSync, writeFileSync } from 'node:fs';
import { formatEnvExample, formatSettingsTables } from '../packages/server/src/config/index.ts';
import { formatRetentionTables } from '../packages/server/src/modules/retention/retention-docs.ts';

// `npm run settings` generates `.env.example`, the settings tables of `docs/operations.md` and the tables of
// `docs/retention.md`.
const repositoryUrl = (name: string) => new URL(`../${name}`, import.meta.url);

/**
 * Replaces the generated part `name` of a page, which is between the marks `<!-- name: npm run settings -->` and
 * `<!-- end of name -->`.
 */
function writeTables(page: string, name: string, tables: string): void {
  const startMark = `<!-- ${name}: npm run settings -->\n`;
  const endMark = `\n<!-- end of ${name} -->`;
  const [before = '', from] = readFileSync(repositoryUrl(page), 'utf8').split(startMark);
  const [, after] = from?.split(endMark) ?? [];
  if (after === undefined) throw new Error(`${page} has lost the marks of ${name}`);
  writeFileSync(repositoryUrl(page), `${before}${startMark}${tables}${endMark}${after}`);
}

writeTables('docs/operations.md', 'settings', formatSettingsTables());
writeTables('docs/retention.md', 'retention', formatRetentionTables());
writeFileSync(repositoryUrl('.env.example'), formatEnvExample());
