import { readFile } from 'node:fs/promises';
import type { MigrationBuilder, RunnerOption } from 'node-pg-migrate';

type MigrationUnits = Awaited<
  ReturnType<
    Exclude<NonNullable<RunnerOption['migrationLoaderStrategies']>[number]['loader'], string>
  >
>;

/** Line of a migration whose statements each run by themselves, such as `CREATE INDEX CONCURRENTLY`. */
const ONLINE_COMMENT = /^-- online$/m;
const STATEMENT_END = /;[ \t]*(?:--.*)?$/m;

/** The text of a migration without its down part. */
const upPartOf = (text: string): string => text.split(/^-- Down Migration/m)[0] ?? '';

const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/^--.*$/gm, '')
    .split(STATEMENT_END)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

/**
 * Reads migrations. The statements of a file run in one transaction; those of a file with the comment `-- online` run one
 * after the other without one. Such a file starts again from its first statement after a failure, so that it must be
 * able to run twice.
 */
export async function loadMigrations(filePaths: string[]): Promise<MigrationUnits> {
  const loadMigration = async (path: string) => {
    const text = upPartOf(await readFile(path, 'utf8'));
    const up = (builder: MigrationBuilder) => {
      if (!ONLINE_COMMENT.test(text)) return builder.sql(text);
      builder.noTransaction();
      for (const statement of statementsOf(text)) builder.sql(statement);
    };
    return { id: path, filePaths: [path], actions: { up } };
  };
  return Promise.all(filePaths.map(loadMigration));
}
