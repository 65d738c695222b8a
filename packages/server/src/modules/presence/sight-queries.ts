import { type SQL, sql } from 'drizzle-orm';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { apartFrom, knownTo, shown, users } from '../users/index.ts';
import type { Sight } from './roster.ts';

interface SightRow {
  readonly uid: string;
  readonly open: readonly string[] | null;
  readonly apart: readonly string[];
}

const self: SQL = sql`${users.uid}`;

const sights = compileStatement<SightRow & Record<string, unknown>>(
  sql`SELECT users.uid,
      CASE WHEN NOT ${shown} THEN ARRAY[]::uuid[]
        WHEN users.privacy = 'private' THEN ARRAY(${knownTo(self)}) END AS open,
      ARRAY(${apartFrom(self)}) AS apart
    FROM users WHERE users.uid = ANY(${sql.placeholder('uids')}::uuid[])
      AND users.deleted_at IS NULL AND users.suspended_at IS NULL`,
  'who sees them',
);

/** Who may see each of these people; nothing of whom nobody may see, as the account is closed or suspended. */
export async function readSights(
  pool: Queryable,
  uids: readonly string[],
): Promise<ReadonlyMap<string, Sight>> {
  const rows = await sights(pool, { uids });
  return new Map(
    rows.map(({ uid, open, apart }) => [
      uid,
      { open: open && new Set(open), apart: new Set(apart) },
    ]),
  );
}

const known = compileStatement<{ uid: string }>(
  sql`SELECT known.uid FROM (${knownTo(sql.placeholder('uid'))}) known (uid)`,
  'whom a person knows',
);

/** Everyone a person has traded or chatted with. */
export async function readKnown(pool: Queryable, uid: string): Promise<ReadonlySet<string>> {
  const rows = await known(pool, { uid });
  return new Set(rows.map((row) => row.uid));
}
