import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const MIGRATIONS_FOLDER = new URL('../../../migrations/', import.meta.url);
/** The last migration that may remove something; later ones only add, so that the previous version keeps working. */
const LAST_MIGRATION_BEFORE_RULE = '0030';
/** Changes that a program of the previous version cannot work with. */
const REMOVAL_PATTERN =
  /\b(drop\s+(column|table|view|type|function)|rename\s+(column|to|constraint)|set\s+not\s+null|alter\s+column\s+\S+\s+(set\s+data\s+)?type)\b/i;
const CONTRACT_COMMENT = /^-- contract: \S+/m;

/**
 * The SQL by which a migration removes something; null when there is none, or when a `-- contract` comment names the
 * version that stopped using the removed part.
 */
function removedByMigration(sql: string): string | null {
  const [up = ''] = sql.split('-- Down Migration');
  if (CONTRACT_COMMENT.test(up)) return null;
  return REMOVAL_PATTERN.exec(up.replaceAll(/--.*$/gm, ''))?.[0] ?? null;
}

describe('migrations', () => {
  it('only add, so that the previous version keeps working', async () => {
    const files = (await readdir(MIGRATIONS_FOLDER)).filter(
      (name) => name.slice(0, 4) > LAST_MIGRATION_BEFORE_RULE,
    );
    for (const name of files) {
      expect([
        name,
        removedByMigration(await readFile(new URL(name, MIGRATIONS_FOLDER), 'utf8')),
      ]).toEqual([name, null]);
    }
  });

  it.each([
    'ALTER TABLE a DROP COLUMN b;',
    'ALTER TABLE a RENAME COLUMN b TO c;',
    'ALTER TABLE a ALTER COLUMN b SET NOT NULL;',
    'ALTER TABLE a ALTER COLUMN b TYPE text;',
    'drop table a;',
  ])('are refused when they remove something: %s', (sql) => {
    expect(removedByMigration(sql)).not.toBeNull();
    expect(removedByMigration(`-- contract: 0.2.0 reads it no more\n${sql}`)).toBeNull();
  });

  it.each([
    'ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT 0;',
    '-- drop column',
    'SELECT 1;\n-- Down Migration\nDROP TABLE a;',
  ])('are accepted when they only add: %s', (sql) => {
    expect(removedByMigration(sql)).toBeNull();
  });
});
