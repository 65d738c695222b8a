import { sql } from 'drizzle-orm';
import {
  type Deed,
  type DeedRefusal,
  type Enforce,
  recordAction,
} from '../src/modules/moderation/index.ts';
import { err, ok } from '../src/platform/result.ts';
import { systemIds } from '../src/ports/ids.ts';

const tables = {
  service: 'services',
  post: 'posts',
  comment: 'comments',
  review: 'reviews',
} as const;
const keys = { service: 'id', post: 'uid', comment: 'id', review: 'id' } as const;

/** What the team did, as far as cases need to know: written down, and things hidden or shown. */
export function fakeEnforce() {
  const deeds: Deed[] = [];
  const committed: Deed[] = [];
  const refusals = new Map<string, DeedRefusal>();
  const record = recordAction({ ids: systemIds });
  const enforce: Enforce = async (tx, deed) => {
    const { subject, action, reason, caseId } = deed;
    const refused = refusals.get(`${action} ${subject.id}`) ?? refusals.get(action);
    if (refused) return err(refused);
    deeds.push(deed);
    const { kind } = subject;
    if ((action === 'hide' || action === 'restore') && kind !== 'user' && kind !== 'order') {
      const hidden = action === 'hide';
      const { rows } = await tx.execute(sql`UPDATE ${sql.raw(tables[kind])}
        SET hidden_at = ${hidden ? sql`now()` : null}, hidden_reason = ${hidden ? reason : null}
        WHERE ${sql.raw(keys[kind])} = ${subject.id}
          AND hidden_reason IS DISTINCT FROM ${hidden ? reason : null} RETURNING 1`);
      if (rows.length === 0) return ok(() => undefined);
    }
    const actorId = deed.actor?.uid ?? null;
    await record(tx, { actorId, action, subject, reason, caseId });
    return ok(() => void committed.push(deed));
  };
  return {
    enforce,
    /** Everything that was asked for, what was rolled back included. */
    deeds,
    /** What was told once it was committed. */
    committed,
    /** From now on an action, of a subject or of all, is refused; with null not any more. */
    refuse(what: string, code: DeedRefusal | null) {
      if (code) refusals.set(what, code);
      else refusals.delete(what);
    },
  };
}
