import type { ModeratedPerson, ModerationCase } from '@guilda/contract/moderation/moderation-case';
import { formatDecimal } from '@guilda/contract/money/money';
import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import type { Queryable } from '../../../platform/database/prepared.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { type ViewContextDeps, viewContextFor } from '../../users/index.ts';
import { isOwnAppeal } from '../appeals/appeal-store.ts';
import { readLogOfCase, readOpeningsOf, toAuditLogEntry } from '../audit-log/audit-log-queries.ts';
import type { DecisionRow } from '../decisions/decisions-table.ts';
import { dueTimeOf } from '../queue/list-queue.ts';
import { findReportCopySeal } from '../reports/report-copy-store.ts';
import { caseCodeOf } from './case-code.ts';
import { type CaseContext, peopleInvolvedIn, readCaseContext } from './case-context.ts';
import { caseTitleOf } from './case-title.ts';
import { readModeratedPeople } from './moderated-people-store.ts';
import { readRelatedCases } from './related-cases-store.ts';
import { severityOfRank } from './severity.ts';
import { readSubjectView } from './subject-queries.ts';

export interface GetCaseDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'db' | 'pool'>;
  /** The address at which this administrator can load a picture; works for hidden and banned pictures too. */
  pictureUrlForAdmin(actor: Person, photoURL: string | null): string | null;
}

type PeopleByUid = ReadonlyMap<string, ModeratedPerson>;

/** Maximum number of audit log entries that are shown with a case. */
const MAX_HISTORY_ENTRIES = 50;

/** Audit log entries of the case, of its subject and of the person concerned that `reader` may see, newest first. */
async function readHistoryOf(
  pool: Queryable,
  { case: { id }, subject, personId }: CaseContext,
  reader: string,
) {
  const subjects = [subject?.id, personId].filter((subjectId) => typeof subjectId === 'string');
  const rows = await readLogOfCase(pool, { id, reader, subjects, rowCount: MAX_HISTORY_ENTRIES });
  return rows.map(toAuditLogEntry);
}

/** When the copy of reported content of a case was made, and who opened it; the content is left out. */
async function readReportCopySeal({ db, pool }: GetCaseDeps['database'], caseId: string) {
  const seal = await findReportCopySeal(db, caseId);
  if (!seal) return null;
  const openings = (await readOpeningsOf(pool, caseId)).map(toAuditLogEntry);
  return {
    sealedAt: seal.sealedAt.toISOString(),
    sha256: seal.hash.toString('hex'),
    openings,
  };
}

function findPerson(people: PeopleByUid, uid: string): ModeratedPerson {
  const person = people.get(uid);
  if (!person) throw new Error(`nobody has the uid ${uid}`);
  return person;
}

function toTeamMember(peopleByUid: PeopleByUid, uid: string | null): ModerationCase['assignee'] {
  return uid === null ? null : { uid, name: findPerson(peopleByUid, uid).displayName ?? '' };
}

function toOrder({ order }: CaseContext, people: PeopleByUid): ModerationCase['order'] {
  if (!order) return null;
  const { buyerId, sellerId, amountDue, ...shown } = order;
  const [buyer, seller] = [findPerson(people, buyerId), findPerson(people, sellerId)];
  return { ...shown, price: formatDecimal(amountDue), buyer, seller };
}

const toDecision = ({ action, reason, until, createdAt }: DecisionRow) => ({
  action,
  reason,
  until: until?.toISOString() ?? null,
  at: createdAt.toISOString(),
});

type CaseViewData = Pick<ModerationCase, 'subject' | 'alike' | 'history' | 'mayDecide' | 'seal'>;

function toModerationCase(
  context: CaseContext,
  people: PeopleByUid,
  viewData: CaseViewData,
): ModerationCase {
  const { case: row, decision, order, personId: person } = context;
  const { id, kind, number, severity, minor, underage, status: state } = row;
  const { message, outcome, answer } = row;
  const references = {
    purchaseCode: order?.purchaseCode ?? null,
    action: decision?.action ?? null,
  };
  const concernedUid = kind === 'report' || kind === 'appeal' ? person : null;
  return {
    id,
    kind,
    code: caseCodeOf(kind, number),
    severity: severityOfRank(severity),
    minor,
    underage,
    state,
    title: caseTitleOf(row, references),
    message,
    author: row.authorId === null ? null : findPerson(people, row.authorId),
    about: concernedUid === null ? null : findPerson(people, concernedUid),
    order: toOrder(context, people),
    decision: decision && toDecision(decision),
    assignee: toTeamMember(people, row.assignedTo),
    outcome,
    answer,
    decidedBy: toTeamMember(people, row.decidedBy)?.name ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    dueAt: dueTimeOf(severity, row.createdAt),
    ...viewData,
  };
}

/**
 * A case with its subject, the people involved and its history, for administrators. `forbidden` for the reported
 * person, also if that person is an administrator, because a report must not reveal its author.
 */
export const getCase =
  (deps: GetCaseDeps) =>
  async (
    actor: Person,
    id: string,
  ): Promise<Result<{ case: ModerationCase }, 'case_not_found' | 'forbidden'>> => {
    const { db, pool } = deps.database;
    const context = await readCaseContext(db, id);
    if (!context) return err('case_not_found');
    const { case: row, order, personId: person, subject } = context;
    if (row.reportedUserId === actor.uid) return err('forbidden');
    const uids = [row.authorId, person, row.assignedTo, row.decidedBy];
    const allUids = [...uids, order?.buyerId, order?.sellerId].filter(
      (uid) => typeof uid === 'string',
    );
    const resolvePictureUrl = (photoURL: string | null) => deps.pictureUrlForAdmin(actor, photoURL);
    const [people, view, relatedCases, history, isOwn, seal] = await Promise.all([
      readModeratedPeople(db, [...new Set(allUids)], {
        viewContext: viewContextFor(deps, actor),
        reader: actor.uid,
      }),
      subject && readSubjectView(pool, subject, { resolvePictureUrl, since: row.createdAt }),
      readRelatedCases(db, row),
      readHistoryOf(pool, context, actor.uid),
      isOwnAppeal(db, context, actor.uid),
      readReportCopySeal(deps.database, row.id),
    ]);
    const mayDecide = !isOwn && !peopleInvolvedIn(context).includes(actor.uid);
    return ok({
      case: toModerationCase(context, people, {
        subject: view,
        alike: relatedCases,
        history,
        mayDecide,
        seal,
      }),
    });
  };
