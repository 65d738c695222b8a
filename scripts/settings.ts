import { readFileSync, writeFileSync } from 'node:fs';
import { formatEnvExample, formatSettingsTables } from '../packages/server/src/config/index.ts';

// Generates `.env.example` and the settings tables of `docs/operations.md`.
const path = (name: string) => new URL(`../${name}`, import.meta.url);
const begin = '<!-- settings: npm run settings -->\n';
const end = '\n<!-- end of settings -->';

const page = readFileSync(path('docs/operations.md'), 'utf8');
const [before = '', rest] = page.split(begin);
const [, after] = rest?.split(end) ?? [];
if (after === undefined) throw new Error('docs/operations.md has lost the marks of the settings');
writeFileSync(
  path('docs/operations.md'),
  `${before}${begin}${formatSettingsTables()}${end}${after}`,
);
writeFileSync(path('.env.example'), formatEnvExample());
