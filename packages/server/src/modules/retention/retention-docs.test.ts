import { readFileSync } from 'node:fs';
import { retentionEntries } from '@guilda/contract/privacy/retention-entries';
import { expect, it } from 'vitest';
import { PgDialect } from '../../platform/database/query-builder.ts';
import { formatRetentionTables } from './retention-docs.ts';
import { retentionRules } from './retention-store.ts';

const retentionPage = readFileSync(
  new URL('../../../../../docs/retention.md', import.meta.url),
  'utf8',
);

it('docs/retention.md is made of the table that the privacy page is made of', () => {
  expect(retentionPage, 'run npm run settings').toContain(formatRetentionTables());
});

it('every table that a rule deletes from is in it', () => {
  const dialect = new PgDialect();
  const tables = retentionRules.map(({ statement }) => {
    const { sql } = dialect.sqlToQuery(statement(1));
    return /(?:DELETE FROM|UPDATE) "?(\w+)/.exec(sql)?.[1] ?? 'queue';
  });
  const places = Object.values(retentionEntries)
    .flat()
    .filter((record) => record.ends === 'time' && record.deletedBy.includes('`retention.let_go`'))
    .map(({ where }) => where)
    .join(' ');
  expect(tables.filter((table) => !places.includes(table))).toEqual([]);
  expect(tables.length).toBeGreaterThan(10);
});
