import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));
const modulesRoot = fileURLToPath(new URL('../../packages/server/src/modules/', import.meta.url));

/** Matches names of files that may contain SQL, and of tests, which are not checked. */
const sqlFilePattern =
  /(-(store|queries|tables?|columns|conditions)|^data-export|visibility|\.test)\.ts$/;

/**
 * Patterns of SQL in a source: the SQL template, the query builder and its calls, compiled statements, calls of `pg`.
 */
const sqlPatterns = [
  /\bsql(<[^>]*>)?`/,
  /'[^']*\/query-builder\.ts'/,
  /\b(tx|db)\s*\.(select\w*|insert|update|delete|execute|\$count)[(<]/,
  /\bcompileStatement\b/,
  /\.query(<[^>]*>)?\(/,
];

const hasSql = (text: string) => sqlPatterns.some((pattern) => pattern.test(text));

const sourceFiles = globSync('**/*.ts', { cwd: modulesRoot });

it('finds SQL only in stores, queries, tables, columns and conditions', () => {
  const otherFilesWithSql = sourceFiles
    .filter((file) => !sqlFilePattern.test(basename(file)))
    .filter((file) => hasSql(readFileSync(modulesRoot + file, 'utf8')));
  expect(otherFilesWithSql).toEqual([]);
});

it('recognises the SQL in every store', () => {
  const stores = sourceFiles.filter((file) => file.endsWith('-store.ts'));
  const storesWithoutSql = stores.filter(
    (file) => !hasSql(readFileSync(modulesRoot + file, 'utf8')),
  );
  expect(stores).not.toEqual([]);
  expect(storesWithoutSql).toEqual([]);
});

it('contains no subquery with LIMIT in IN, because PostgreSQL may run it several times; ANY(ARRAY(…)) runs it once', () => {
  const sources = globSync('packages/*/src/**/*.ts', { cwd: repositoryRoot });
  const limitedSubquery = /\bIN \(\s*SELECT[^`)]*(\([^)]*\)[^`)]*)*\bLIMIT\b/;
  expect(
    sources.filter((file) =>
      limitedSubquery.test(readFileSync(join(repositoryRoot, file), 'utf8')),
    ),
  ).toEqual([]);
});
