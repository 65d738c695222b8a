import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { type SQL, sql } from '../../platform/database/query-builder.ts';
import { contactUidsOf, isNotHidden, uidsBlockedWith, users } from '../users/index.ts';
import type { VisibilityRule } from './presence-registry.ts';

interface VisibilityRow {
  readonly uid: string;
  readonly allowed: readonly string[] | null;
  readonly blocked: readonly string[];
}

const personUid: SQL = sql`${users.uid}`;

const visibilityStatement = compileStatement<VisibilityRow & Record<string, unknown>>(
  sql`SELECT users.uid,
      CASE WHEN NOT ${isNotHidden} THEN ARRAY[]::uuid[]
        WHEN users.privacy = 'private' THEN ARRAY(${contactUidsOf(personUid)}) END AS allowed,
      ARRAY(${uidsBlockedWith(personUid)}) AS blocked
    FROM users WHERE users.uid = ANY(${sql.placeholder('uids')}::uuid[])
      AND users.deleted_at IS NULL AND users.suspended_at IS NULL`,
  'presence visibility',
);

/** Visibility rules by uid. Closed and suspended accounts have no entry. */
export async function readVisibilityRules(
  pool: Queryable,
  uids: readonly string[],
): Promise<ReadonlyMap<string, VisibilityRule>> {
  const rows = await visibilityStatement(pool, { uids });
  return new Map(
    rows.map(({ uid, allowed, blocked }) => [
      uid,
      { allowed: allowed && new Set(allowed), blocked: new Set(blocked) },
    ]),
  );
}

const contactsStatement = compileStatement<{ uid: string }>(
  sql`SELECT known.uid FROM (${contactUidsOf(sql.placeholder('uid'))}) known (uid)`,
  'contacts of a person',
);

/** Uids of everybody with whom a person has traded or chatted. */
export async function readContacts(pool: Queryable, uid: string): Promise<ReadonlySet<string>> {
  const rows = await contactsStatement(pool, { uid });
  return new Set(rows.map((row) => row.uid));
}
