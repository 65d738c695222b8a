import { createRequire } from 'node:module';
import type * as Drizzle from 'drizzle-orm';
import type * as NodePostgres from 'drizzle-orm/node-postgres';
import type * as PgCore from 'drizzle-orm/pg-core';

/*
 * Every import of drizzle goes through this file, and it loads the package's CommonJS files: Node parses the package's
 * 180 KB manifest again for each of its 106 ES modules, which took a third of the program's start.
 */
const require = createRequire(import.meta.url);
const drizzleOrm: typeof Drizzle = require('drizzle-orm');
const pgCore: typeof PgCore = require('drizzle-orm/pg-core');
const nodePostgres: typeof NodePostgres = require('drizzle-orm/node-postgres');

export type { SQL, SQLWrapper } from 'drizzle-orm';
export type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
export type {
  AnyPgColumn,
  PgColumn,
  PgDatabase,
  PgTransactionConfig,
} from 'drizzle-orm/pg-core';

export const { drizzle } = nodePostgres;
export const {
  and,
  asc,
  count,
  DrizzleQueryError,
  desc,
  eq,
  fillPlaceholders,
  getTableColumns,
  gt,
  gte,
  inArray,
  is,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  Placeholder,
  sql,
} = drizzleOrm;
export const {
  alias,
  bigint,
  boolean,
  customType,
  date,
  getTableConfig,
  integer,
  jsonb,
  PgDialect,
  PgTable,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  time,
  timestamp,
  uuid,
} = pgCore;
export type PgTable = PgCore.PgTable;
export type Placeholder = Drizzle.Placeholder;
