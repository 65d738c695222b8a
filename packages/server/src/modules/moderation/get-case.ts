import type { DeskCase, TeamPerson } from '@guilda/contract/desk-case';
import { formatDecimal } from '@guilda/contract/money';
import { sql } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Queryable } from '../../platform/database/prepared.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { type MomentDeps, momentOf } from '../users/index.ts';
import { readAlike } from './alike-cases.ts';
import { caseCode } from './case-code.ts';
import { type CaseContext, concernedIn, readContext } from './case-context.ts';
import { caseTitle } from './case-title.ts';
import type { DecisionRow } from './decisions-table.ts';
import { dueAt } from './list-queue.ts';
import { readLog, toLoggedAction } from './log-queries.ts';
import { isOwnAppeal } from './own-appeal.ts';
import { severityOf } from './severity.ts';
import { readSubject } from './subject-view.ts';
import { readTeamPeople } from './team-people.ts';

export interface GetCaseDeps extends MomentDeps {
  readonly database: Pick<Database, 'db' | 'pool'>;
  /** The address at which this person of the team gets a picture, whatever became of it. */
  showPictureToTeam(actor: Person, photoURL: string | null): string | null;
}

type People = ReadonlyMap<string, TeamPerson>;

/** Lines of the log that a case is shown with at most. */
const HISTORY = 50;

const given = sql.placeholder;

/** What the team did in the case, with what it is about and with the person, the last first. */
async function historyOf(pool: Queryable, { case: { id }, subject, person }: CaseContext) {
  const rows = await readLog(pool, {
    which: sql`(l.case_id = ${given('id')} OR l.subject_id = ANY(${given('subjects')}::uuid[]))`,
    values: { id, subjects: [subject?.id, person].filter(Boolean) },
    rows: HISTORY,
  });
  return rows.map(toLoggedAction);
}

function known(people: People, uid: string): TeamPerson {
  const person = people.get(uid);
  if (!person) throw new Error(`nobody has the uid ${uid}`);
  return person;
}

function toColleague(people: People, uid: string | null): DeskCase['assignee'] {
  return uid === null ? null : { uid, name: known(people, uid).displayName ?? '' };
}

function toOrder({ order }: CaseContext, people: People): DeskCase['order'] {
  if (!order) return null;
  const { buyerId, sellerId, price, ...shown } = order;
  const [buyer, seller] = [known(people, buyerId), known(people, sellerId)];
  return { ...shown, price: formatDecimal(price), buyer, seller };
}

const toDecision = ({ action, reason, until, createdAt }: DecisionRow) => ({
  action,
  reason,
  until: until?.toISOString() ?? null,
  at: createdAt.toISOString(),
});

type Surroundings = Pick<DeskCase, 'subject' | 'alike' | 'history' | 'mayDecide'>;

function toDeskCase(context: CaseContext, people: People, around: Surroundings): DeskCase {
  const { case: row, decision, order, person } = context;
  const { id, kind, number, severity, minor, status: state, message, outcome, answer } = row;
  const named = { purchaseCode: order?.purchaseCode ?? null, action: decision?.action ?? null };
  const concerned = kind === 'report' || kind === 'appeal' ? person : null;
  return {
    id,
    kind,
    code: caseCode(kind, number),
    severity: severityOf(severity),
    minor,
    state,
    title: caseTitle(row, named),
    message,
    author: known(people, row.authorId),
    about: concerned === null ? null : known(people, concerned),
    order: toOrder(context, people),
    decision: decision && toDecision(decision),
    assignee: toColleague(people, row.assignedTo),
    outcome,
    answer,
    decidedBy: toColleague(people, row.decidedBy)?.name ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    dueAt: dueAt(severity, row.createdAt),
    ...around,
  };
}

/**
 * A case with what it is about, who is concerned and what was done before, for the team. `forbidden` for
 * whom it reports: who told the team is not for them to know, whatever their role.
 */
export const getCase =
  (deps: GetCaseDeps) =>
  async (
    actor: Person,
    id: string,
  ): Promise<Result<{ case: DeskCase }, 'case_not_found' | 'forbidden'>> => {
    const { db, pool } = deps.database;
    const context = await readContext(db, id);
    if (!context) return err('case_not_found');
    const { case: row, order, person, subject } = context;
    if (row.reportedUserId === actor.uid) return err('forbidden');
    const uids = [row.authorId, person, row.assignedTo, row.decidedBy];
    const all = [...uids, order?.buyerId, order?.sellerId].filter((uid) => typeof uid === 'string');
    const show = (photoURL: string | null) => deps.showPictureToTeam(actor, photoURL);
    const [people, view, alike, history, own] = await Promise.all([
      readTeamPeople(db, [...new Set(all)], { moment: momentOf(deps, actor), reader: actor.uid }),
      subject && readSubject(pool, subject, { show, since: row.createdAt }),
      readAlike(db, row),
      historyOf(pool, context),
      isOwnAppeal(db, context, actor.uid),
    ]);
    const mayDecide = !own && !concernedIn(context).includes(actor.uid);
    return ok({ case: toDeskCase(context, people, { subject: view, alike, history, mayDecide }) });
  };
