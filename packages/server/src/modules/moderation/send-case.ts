import type { EmailRequest } from '@guilda/contract/moderation';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import type { Queryable } from '../../platform/database/prepared.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import { findPurchaseByCode } from '../orders/index.ts';
import { openComment, openPost } from '../social/index.ts';
import { findUser } from '../users/index.ts';
import { caseCode } from './case-code.ts';
import { insertCase, type NewCase } from './case-store.ts';
import type { ModerationTasks } from './tasks.ts';

export interface SendCaseDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly limiter: RateLimiter;
  readonly enqueue: Enqueue<ModerationTasks>;
}

type Refusal =
  | 'rate_limited'
  | 'user_not_found'
  | 'post_not_found'
  | 'comment_not_found'
  | 'forbidden'
  | 'order_not_found'
  | 'only_buyer_asks_support'
  | 'order_wrong_status';

type Told<Kind extends EmailRequest['emailType']> = Extract<EmailRequest, { emailType: Kind }>;

const limitOf = { report: 'reports', feedback: 'feedback', support: 'support' } as const;

/** What a report is about beyond the person: something of theirs that the reporter sees. */
async function told(
  pool: Queryable,
  actor: Person,
  { reportedUserId, reportedPostId, reportedCommentId }: Told<'report'>['emailData'],
): Promise<Result<Pick<NewCase, 'reportedPostId' | 'reportedCommentId'>, Refusal>> {
  if (reportedCommentId !== undefined) {
    const comment = await openComment(pool, actor, reportedCommentId);
    const theirs = comment.ok && comment.value.author === reportedUserId;
    const there =
      reportedPostId === undefined || (comment.ok && comment.value.post === reportedPostId);
    return theirs && there
      ? ok({ reportedPostId: reportedPostId ?? null, reportedCommentId })
      : err('comment_not_found');
  }
  if (reportedPostId === undefined) return ok({});
  const post = await openPost(pool, actor, reportedPostId);
  const theirs = post.ok && post.value.uid === reportedUserId;
  return theirs ? ok({ reportedPostId }) : err('post_not_found');
}

async function report(
  { pool, db }: Database,
  actor: Person,
  { emailData }: Told<'report'>,
): Promise<Result<NewCase, Refusal>> {
  const { title, description, reportedUserId } = emailData;
  if (reportedUserId === actor.uid) return err('forbidden');
  if (!(await findUser(db, reportedUserId))) return err('user_not_found');
  const about = await told(pool, actor, emailData);
  if (!about.ok) return about;
  return ok({ kind: 'report', title, message: description, reportedUserId, ...about.value });
}

async function support(
  db: Db,
  actor: Person,
  { emailData }: Told<'support'>,
): Promise<Result<NewCase, Refusal>> {
  const purchase = await findPurchaseByCode(db, emailData.purchaseCode);
  if (purchase?.sellerId === actor.uid) return err('only_buyer_asks_support');
  if (purchase?.buyerId !== actor.uid) return err('order_not_found');
  if (purchase.serviceStatus !== 'awaiting_start') return err('order_wrong_status');
  return ok({ kind: 'support', message: emailData.userMessage, paymentId: purchase.id });
}

/** Every account has a username from its first moment on, so that feedback needs no check of it. */
const feedback = ({ emailData }: Told<'feedback'>): Result<NewCase, never> =>
  ok({ kind: 'feedback', message: emailData.feedbackMessage });

async function judge(
  database: Database,
  actor: Person,
  request: EmailRequest,
): Promise<Result<NewCase, Refusal>> {
  if (request.emailType === 'report') return report(database, actor, request);
  if (request.emailType === 'support') return support(database.db, actor, request);
  return feedback(request);
}

/**
 * Takes a report, a feedback or a support request (`spec §7`): kept, and on its way to the team by
 * the same commit. Who writes is the caller, whatever the request says. Each kind has its own
 * limit (`product §8`), which refused ones count towards.
 */
export const sendCase =
  (deps: SendCaseDeps) =>
  async (
    actor: Person,
    request: EmailRequest,
  ): Promise<Result<{ id: string; code: string }, Refusal>> => {
    const { database, ids, limiter, enqueue } = deps;
    const allowed = await limiter.take(limitOf[request.emailType], actor.uid);
    if (!allowed.ok) return allowed;
    const judged = await judge(database, actor, request);
    if (!judged.ok) return judged;
    return database.transaction(async (tx) => {
      const id = ids.uuid();
      const { number } = await insertCase(tx, { ...judged.value, id, authorId: actor.uid });
      await enqueue(tx, 'moderation.mail_case', { caseId: id });
      return ok({ id, code: caseCode(judged.value.kind, number) });
    });
  };
