import type { EmailRequest } from '@guilda/contract/moderation/moderation';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import type { Enqueue } from '../../../platform/jobs/index.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import { err, ok, okReplayed, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { findOrderSummaryByCode } from '../../orders/index.ts';
import { findUser, lockAccounts, lockOpenAccounts } from '../../users/index.ts';
import type { PerformAction } from '../actions/moderation-action.ts';
import { answerTimeOf, caseCodeOf } from '../cases/case-code.ts';
import { findCaseByRequestKey, insertCaseOnce, type NewCase } from '../cases/case-store.ts';
import type { CaseRow } from '../cases/cases-table.ts';
import { severityOfNewCase, severityRank } from '../cases/severity.ts';
import type { ModerationMailTasks } from '../mail/tasks.ts';
import { hideUntilDecided } from './hide-until-decided.ts';
import { mentionsMinor } from './mentions-minor.ts';
import { isReportForAdults } from './report-store.ts';
import { findReportedSubject, type ReportedSubjectRefusal } from './reported-subject.ts';
import { requireAgeUntilProven } from './require-age-until-proven.ts';
import { sealReport } from './seal-report.ts';

export interface SubmitCaseDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly limiter: RateLimiter;
  readonly enqueue: Enqueue<ModerationMailTasks>;
  readonly performAction: PerformAction;
}

type SubmitCaseRefusal =
  | 'rate_limited'
  | 'user_not_found'
  | ReportedSubjectRefusal
  | 'token_invalid'
  | 'forbidden'
  | 'order_not_found'
  | 'only_buyer_asks_support'
  | 'order_wrong_status';

type SubmitCaseRequest<Kind extends EmailRequest['emailType']> = Extract<
  EmailRequest,
  { emailType: Kind }
>;

const rateLimitByKind = { report: 'reports', feedback: 'feedback', support: 'support' } as const;

async function toReportCase(
  database: Database,
  actor: Person,
  { emailData }: SubmitCaseRequest<'report'>,
): Promise<Result<NewCase, SubmitCaseRefusal>> {
  const { title, description, reportedUserId, underage } = emailData;
  if (reportedUserId === actor.uid) return err('forbidden');
  if (!(await findUser(database.db, reportedUserId))) return err('user_not_found');
  const subjectResult = await findReportedSubject(database, actor, emailData);
  if (!subjectResult.ok) return subjectResult;
  const concernsMinor = emailData.minor || mentionsMinor(`${title}. ${description}`);
  const isForAdults = await isReportForAdults(database.db, {
    reportedUserId,
    ...subjectResult.value,
  });
  const factors = { minor: concernsMinor || underage, adult: isForAdults };
  const severity = severityRank[severityOfNewCase({ kind: 'report', ...factors })];
  const row = {
    title,
    message: description,
    reportedUserId,
    minor: concernsMinor,
    underage,
    severity,
  };
  return ok({ kind: 'report', ...row, ...subjectResult.value });
}

async function toSupportCase(
  db: Db,
  actor: Person,
  { emailData }: SubmitCaseRequest<'support'>,
): Promise<Result<NewCase, SubmitCaseRefusal>> {
  const order = await findOrderSummaryByCode(db, emailData.purchaseCode);
  if (order?.sellerId === actor.uid) return err('only_buyer_asks_support');
  if (order?.buyerId !== actor.uid) return err('order_not_found');
  if (order.serviceStatus !== 'awaiting_start') return err('order_wrong_status');
  const severity = severityRank[severityOfNewCase({ kind: 'support' })];
  return ok({ kind: 'support', severity, message: emailData.userMessage, orderId: order.id });
}

const toFeedbackCase = ({ emailData }: SubmitCaseRequest<'feedback'>): Result<NewCase, never> =>
  ok({
    kind: 'feedback',
    severity: severityRank[severityOfNewCase({ kind: 'feedback' })],
    message: emailData.feedbackMessage,
  });

async function validateRequest(
  database: Database,
  actor: Person,
  request: EmailRequest,
): Promise<Result<NewCase, SubmitCaseRefusal>> {
  if (request.emailType === 'report') return toReportCase(database, actor, request);
  if (request.emailType === 'support') return toSupportCase(database.db, actor, request);
  return toFeedbackCase(request);
}

/** Thrown to roll the report back when the reported content was deleted after it was checked. */
class ReportedContentGoneError extends Error {}

/** The refusal of a report whose subject was deleted. */
function goneRefusalOf({
  reportedReviewId,
  reportedCommentId,
  reportedServiceId,
  reportedPostId,
}: NewCase): SubmitCaseRefusal {
  if (reportedReviewId) return 'review_not_found';
  if (reportedCommentId) return 'comment_not_found';
  if (reportedServiceId) return 'service_not_found';
  return reportedPostId ? 'post_not_found' : 'user_not_found';
}

/**
 * Locks the author and the reported person; false when one of the accounts was closed. A report that may have
 * consequences before the team decides takes exclusive locks from the beginning: reports by one author are then counted
 * one after the other, and two reports about one person that both held the shared lock would deadlock.
 */
async function lockPeopleOf(tx: Db, row: NewCase & { authorId: string }): Promise<boolean> {
  const { authorId, reportedUserId, minor, underage } = row;
  if (!reportedUserId) return lockOpenAccounts(tx, [authorId]);
  const people = [authorId, reportedUserId];
  if (!minor && !underage) return lockOpenAccounts(tx, people);
  const lockedAccounts = await lockAccounts(tx, {
    actorId: null,
    people,
    changesAccounts: true,
  });
  return people.every((uid) => lockedAccounts.get(uid)?.deletedAt === null);
}

/**
 * Applies the consequences that a report has before the team decides; returns the functions to run after the commit.
 */
async function actBeforeDecision({ performAction }: SubmitCaseDeps, tx: Db, row: CaseRow) {
  if (row.kind !== 'report') return [];
  return [
    ...(row.underage ? await requireAgeUntilProven(performAction, tx, row) : []),
    ...(row.minor ? await hideUntilDecided(performAction, tx, row) : []),
  ];
}

/** What the author of a case learns about it: its number and the time by which the team must have answered. */
interface SubmittedCase {
  readonly id: string;
  readonly code: string;
  readonly answerBy: string;
}

const toSubmittedCase = ({
  id,
  kind,
  number,
  createdAt,
}: Pick<CaseRow, 'id' | 'kind' | 'number' | 'createdAt'>): SubmittedCase => ({
  id,
  code: caseCodeOf(kind, number),
  answerBy: answerTimeOf(createdAt),
});

/** The case that an earlier request with the same key has opened; null when there is none. */
async function findReplay({ database }: SubmitCaseDeps, actor: Person, requestKey: string) {
  if (requestKey === '') return null;
  const earlierCase = await findCaseByRequestKey(database.db, actor.uid, requestKey);
  return earlierCase && okReplayed(toSubmittedCase(earlierCase));
}

/**
 * Stores a case. For a report, also stores a copy of its subject and applies the consequences that the report has
 * before the team decides. `closed` when the account of the author or the reported person was closed; `repeated` when a
 * concurrent request with the same key has stored it.
 */
async function storeCase(
  deps: SubmitCaseDeps,
  tx: Db,
  row: NewCase & { id: string; authorId: string },
) {
  if (!(await lockPeopleOf(tx, row))) return 'closed';
  const insertedCase = await insertCaseOnce(tx, row);
  if (!insertedCase) return 'repeated';
  await deps.enqueue(tx, 'moderation.mail_case', { caseId: row.id });
  await deps.enqueue(tx, 'moderation.mail_receipt', { caseId: row.id });
  const effects = await actBeforeDecision(deps, tx, insertedCase);
  if (insertedCase.kind === 'report' && !(await sealReport(tx, insertedCase)))
    throw new ReportedContentGoneError();
  return { submittedCase: toSubmittedCase(insertedCase), effects };
}

/**
 * Stores a report, feedback or support request and enqueues the mails to the team and to the author in the same
 * transaction. The author is always the actor; a uid in the request is ignored. Each kind has a rate limit of its own
 * (`docs/product/limits.md`), and refused requests count towards that limit. Before the team decides, a report that
 * involves a minor hides its subject, and a report that a person is under age requires a proof of age
 * (`docs/product/moderation.md`). A repeated `requestKey` (empty for none) of the same author returns the first case; the
 * other fields of the request are ignored then.
 */
export const submitCase =
  (deps: SubmitCaseDeps) =>
  async (
    actor: Person,
    request: EmailRequest,
    requestKey: string,
  ): Promise<Result<SubmittedCase, SubmitCaseRefusal>> => {
    const { database, ids, limiter } = deps;
    const replay = await findReplay(deps, actor, requestKey);
    if (replay) return replay;
    const limitResult = await limiter.take(rateLimitByKind[request.emailType], actor.uid);
    if (!limitResult.ok) return limitResult;
    const validRequest = await validateRequest(database, actor, request);
    if (!validRequest.ok) return validRequest;
    const row = {
      ...validRequest.value,
      id: ids.uuid(),
      authorId: actor.uid,
      requestKey: requestKey || null,
    };
    const storedCase = await database
      .transaction((tx) => storeCase(deps, tx, row))
      .catch((error: unknown) => {
        if (error instanceof ReportedContentGoneError) return 'closed' as const;
        throw error;
      });
    if (storedCase === 'repeated') {
      const concurrentReplay = await findReplay(deps, actor, requestKey);
      if (!concurrentReplay) throw new Error('the case of the concurrent request is gone');
      return concurrentReplay;
    }
    if (storedCase === 'closed')
      return err(request.emailType === 'report' ? goneRefusalOf(row) : 'token_invalid');
    for (const emit of storedCase.effects) emit();
    return ok(storedCase.submittedCase);
  };
