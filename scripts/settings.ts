import { readFileSync, writeFileSync } from 'node:fs';
import { formatEnvExample, formatSettingsTables } from '../packages/server/src/config/index.ts';

// `npm run settings`: generates `.env.example` and the settings tables of `docs/operations.md`.
const repositoryUrl = (name: string) => new URL(`../${name}`, import.meta.url);
const tableStart = '<!-- settings: npm run settings -->\n';
const tableEnd = '\n<!-- end of settings -->';

const operationsPage = readFileSync(repositoryUrl('docs/operations.md'), 'utf8');
const [textBeforeTable = '', textFromTable] = operationsPage.split(tableStart);
const [, textAfterTable] = textFromTable?.split(tableEnd) ?? [];
if (textAfterTable === undefined)
  throw new Error('docs/operations.md has lost the marks of the settings');
writeFileSync(
  repositoryUrl('docs/operations.md'),
  `${textBeforeTable}${tableStart}${formatSettingsTables()}${tableEnd}${textAfterTable}`,
);
writeFileSync(repositoryUrl('.env.example'), formatEnvExample());
