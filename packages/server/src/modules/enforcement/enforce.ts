import { type DecisionAction, decisionActions } from '@guilda/contract/moderation';
import type { TeamAction } from '@guilda/contract/team-actions';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import {
  type Deed,
  type DeedRefusal,
  type Enforce,
  insertDecision,
  liftDecisions,
  recordAction,
  tellDecision,
  tellLifted,
} from '../moderation/index.ts';
import { administrates, lockForDeed } from '../users/index.ts';
import { carryOut } from './carry-out.ts';
import type { DeedDeps, Work } from './deed-deps.ts';
import { findSubject, hasAction, type Subject } from './subjects.ts';

const untold = () => undefined;

/** What an action takes back. */
const undoes: Partial<Readonly<Record<TeamAction, DecisionAction>>> = {
  restore: 'hide',
  unblur: 'blur',
  lift: 'suspend',
};

/** Decisions about how something stands: a newer one takes the place of the one before. */
const replaces: ReadonlySet<TeamAction> = new Set(['hide', 'blur', 'suspend']);

const isDecision = (action: TeamAction): action is DecisionAction =>
  decisionActions.some((one) => one === action);

/** Of deeds about the same thing, each reads what the one before has done. */
const takeTurn = (tx: Db, { id }: Subject) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('guilda deed ' || ${id}, 0))`);

/** Holds everyone's accounts, what the deed is about after them; who acts must still be of the team. */
async function hold(tx: Db, deed: Deed, subject: Subject): Promise<Result<Work, DeedRefusal>> {
  const { actor } = deed;
  const { people, kind, personId } = subject;
  if (actor && people.includes(actor.uid)) return err('forbidden');
  const whole = kind === 'user';
  const held = await lockForDeed(tx, { actorId: actor?.uid ?? null, people, whole });
  const person = held.get(personId);
  const open = person?.deletedAt === null ? person : null;
  // Closed while this waited for it.
  if (whole && !open) return err('not_found');
  if (actor && !administrates(held.get(actor.uid))) return err('forbidden');
  await takeTurn(tx, subject);
  return ok({ deed, subject, person: open });
}

/** Writes the decision about a person, which they are told of; none about a closed account. */
async function decide(
  deps: DeedDeps,
  tx: Db,
  { deed: { reason, caseId }, subject, person }: Work,
  action: DecisionAction,
  until: Date | null,
): Promise<void> {
  if (!person) return;
  const { kind, id, personId, excerpt } = subject;
  const about = { personId, caseId, action, subject: { kind, id }, excerpt, reason, until };
  await tellDecision(deps)(tx, await insertDecision(tx, deps.ids, about));
}

/** Writes down what was done: in the log, and for whom it concerns. */
async function writeDown(deps: DeedDeps, tx: Db, work: Work, until: Date | null): Promise<void> {
  const { action, actor, reason, caseId } = work.deed;
  const { kind, id } = work.subject;
  const logged = { action, actorId: actor?.uid ?? null, subject: { kind, id }, reason, caseId };
  await recordAction(deps)(tx, logged);
  const undone = undoes[action];
  if (undone) {
    const lifted = await liftDecisions(tx, { subjectId: id, actions: [undone] });
    await tellLifted(deps)(tx, lifted);
  }
  if (!isDecision(action)) return;
  if (replaces.has(action)) await liftDecisions(tx, { subjectId: id, actions: [action] });
  await decide(deps, tx, work, action, until);
}

/**
 * The one way by which the team does something to a person or to something of theirs (`product §9`):
 * accounts are held first, in the order of uids, then what it is about. Repeating it changes nothing
 * and writes nothing; with another reason or on other terms it is a new decision in place of the last.
 */
export const enforce =
  (deps: DeedDeps): Enforce =>
  async (tx, deed) => {
    const subject = await findSubject(tx, deed.subject);
    if (!subject) return err('not_found');
    if (!hasAction(subject, deed.action)) return err('action_impossible');
    const work = await hold(tx, deed, subject);
    if (!work.ok) return work;
    const done = await carryOut(deps, tx, work.value);
    if (!done.ok) return done;
    const { changed, until = null, tell = untold } = done.value;
    if (changed) await writeDown(deps, tx, work.value, until);
    return ok(tell);
  };
