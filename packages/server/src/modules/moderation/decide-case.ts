import type { Verdict } from '@guilda/contract/desk';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { administrates, lockForDeed, markSupporter } from '../users/index.ts';
import { type CaseContext, concernedIn, readContext } from './case-context.ts';
import { closeCase } from './case-store.ts';
import { liftDecision } from './decision-store.ts';
import type { DeedRefusal, Enforce } from './enforce.ts';
import { heldBy, heldFor } from './hide-at-once.ts';
import { outcomesOf } from './outcome-texts.ts';
import { isOwnAppeal } from './own-appeal.ts';
import { recordAction } from './record-action.ts';
import type { Subject } from './subject.ts';
import { type TellDecisionDeps, tellLifted } from './tell-decision.ts';
import { tellOutcome } from './tell-outcome.ts';
import { verdictDeeds } from './verdict-deeds.ts';

export interface DecideDeps extends TellDecisionDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly enforce: Enforce;
}

export type VerdictRefusal =
  | Exclude<DeedRefusal, 'not_found'>
  | 'case_not_found'
  | 'case_decided'
  | 'invalid_parameter';

/** Ends the transaction: nothing of the verdict happens. */
class Refused extends Error {
  readonly code: VerdictRefusal;

  constructor(code: VerdictRefusal) {
    super(code);
    this.code = code;
  }
}

/** Who decides what, and how. */
interface Ruling {
  readonly actor: Person;
  readonly id: string;
  readonly verdict: Verdict;
}

/**
 * Whether the verdict may do something to an account, which is then held as a whole; else not, as money
 * that moves holds its order before the accounts of its people.
 */
const concernsAccounts = ({ order }: CaseContext, { actions }: Verdict): boolean =>
  order === null || actions.some(({ on }) => on === 'person');

/**
 * The case as it stands with everybody it concerns held until `tx` ends: of many who decide it, one
 * goes on.
 */
async function holdCase(tx: Db, { actor, id, verdict }: Ruling): Promise<CaseContext> {
  const context = await readContext(tx, id);
  if (!context) throw new Refused('case_not_found');
  const people = concernedIn(context);
  if (people.includes(actor.uid)) throw new Refused('forbidden');
  if (!outcomesOf[context.case.kind].includes(verdict.outcome))
    throw new Refused('invalid_parameter');
  const whole = concernsAccounts(context, verdict);
  const held = await lockForDeed(tx, { actorId: actor.uid, people, whole });
  if (!administrates(held.get(actor.uid))) throw new Refused('forbidden');
  // Decided, or what it is against lifted, while this waited.
  const now = await readContext(tx, id);
  if (now?.case.status !== 'open') throw new Refused('case_decided');
  if (await isOwnAppeal(tx, now, actor.uid)) throw new Refused('forbidden');
  return now;
}

/** What waits hidden for this verdict, and for nothing that the team does to it besides. */
async function heldUntil(
  tx: Db,
  { case: row, subject }: CaseContext,
  { outcome, actions }: Verdict,
): Promise<Subject[]> {
  if (outcome === 'dismissed') return heldBy(tx, row);
  if (outcome !== 'upheld' || !row.minor) return [];
  const shown = actions.some(({ action, on }) => action === 'restore' && on === 'subject');
  const held = await heldFor(tx, row);
  return shown ? held.filter(({ id }) => id !== subject?.id) : held;
}

/** Does what the verdict brings about; answers what is to be told once it is committed. */
async function carryOut(
  { enforce }: DecideDeps,
  tx: Db,
  { actor, verdict }: Ruling,
  context: CaseContext,
): Promise<(() => void)[]> {
  const held = await heldUntil(tx, context, verdict);
  const deeds = verdictDeeds(actor, context, verdict, held);
  if (!deeds.ok) throw new Refused(deeds.code);
  const told: (() => void)[] = [];
  for (const { deed, implied } of deeds.value) {
    const done = await enforce(tx, deed);
    if (done.ok) told.push(done.value);
    else if (!implied || (done.code !== 'not_found' && done.code !== 'action_impossible'))
      throw new Refused(done.code === 'not_found' ? 'action_impossible' : done.code);
  }
  return told;
}

/** Writes the verdict down: on the case, in the log, and for whoever is told of it. */
async function writeDown(
  deps: DecideDeps,
  tx: Db,
  { actor, id, verdict: { outcome, reason } }: Ruling,
  { case: { authorId }, decision }: CaseContext,
): Promise<void> {
  const closed = await closeCase(tx, id, { outcome, answer: reason, decidedBy: actor.uid });
  if (!closed) throw new Refused('case_decided');
  if (outcome === 'granted' && decision) {
    const lifted = await liftDecision(tx, decision.id);
    if (lifted) await tellLifted(deps)(tx, [lifted]);
  }
  if (outcome === 'useful') await markSupporter(tx, authorId);
  const subject = { kind: 'case', id } as const;
  await recordAction(deps)(tx, {
    actorId: actor.uid,
    action: outcome,
    subject,
    reason,
    caseId: id,
  });
  await tellOutcome(deps, tx, closed);
}

/**
 * Decides a case, once, with everything that follows from it in one transaction (`product §9`): one
 * deed that is refused holds all of it back. `case_decided` for whoever comes second; `forbidden` for
 * whom it concerns, and for who decided what is appealed against while somebody else could;
 * `invalid_parameter` for an outcome that its kind does not have.
 */
export const decideCase =
  (deps: DecideDeps) =>
  async (
    actor: Person,
    id: string,
    verdict: Verdict,
  ): Promise<Result<undefined, VerdictRefusal>> => {
    const ruling = { actor, id, verdict };
    try {
      const told = await deps.database.transaction(async (tx) => {
        const context = await holdCase(tx, ruling);
        const effects = await carryOut(deps, tx, ruling, context);
        await writeDown(deps, tx, ruling, context);
        return effects;
      });
      for (const tell of told) tell();
      return ok(undefined);
    } catch (error) {
      if (error instanceof Refused) return err(error.code);
      throw error;
    }
  };

/** Decides several cases alike, each for itself: a refusal of one holds no other back. */
export const decideCases =
  (deps: DecideDeps) => async (actor: Person, ids: readonly string[], verdict: Verdict) => {
    const results: { id: string; ok: boolean; code: string | null }[] = [];
    for (const id of new Set(ids)) {
      const decided = await decideCase(deps)(actor, id, verdict);
      results.push({ id, ok: decided.ok, code: decided.ok ? null : decided.code });
    }
    return ok({ results });
  };
