import { readFileSync, writeFileSync } from 'node:fs';
import { formatEnvExample, formatSettingsTables } from '../packages/server/src/config/index.ts';

// `npm run settings`: generates `.env.example` and the settings tables of `docs/operations.md`.
const repositoryUrl = (name: string) => new URL(`../${name}`, import.meta.url);
const tableStart = '<!-- settings: npm run settings -->\n';
const tableEnd = '\n<!-- end of settings -->';

const operationsPage = readFileSync(repositoryUrl('docs/operations.md'), 'utf8');
const [before = '', rest] = operationsPage.split(tableStart);
const [, after] = rest?.split(tableEnd) ?? [];
if (after === undefined) throw new Error('docs/operations.md has lost the marks of the settings');
writeFileSync(
  repositoryUrl('docs/operations.md'),
  `${before}${tableStart}${formatSettingsTables()}${tableEnd}${after}`,
);
writeFileSync(repositoryUrl('.env.example'), formatEnvExample());
