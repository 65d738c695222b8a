import type { EmailRequest } from '@guilda/contract/moderation';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import { findPurchaseByCode } from '../orders/index.ts';
import { findUser, keepAccounts } from '../users/index.ts';
import { caseCode } from './case-code.ts';
import { insertCase, type NewCase } from './case-store.ts';
import type { Enforce } from './enforce.ts';
import { hideAtOnce } from './hide-at-once.ts';
import { mentionsMinor } from './minor-words.ts';
import { isForAdults, reportedThing, type ThingRefusal } from './reported-thing.ts';
import { severityFor, severityRank } from './severity.ts';
import type { ModerationTasks } from './tasks.ts';

export interface SendCaseDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly limiter: RateLimiter;
  readonly enqueue: Enqueue<ModerationTasks>;
  readonly enforce: Enforce;
}

type Refusal =
  | 'rate_limited'
  | 'user_not_found'
  | ThingRefusal
  | 'token_invalid'
  | 'forbidden'
  | 'order_not_found'
  | 'only_buyer_asks_support'
  | 'order_wrong_status';

type Told<Kind extends EmailRequest['emailType']> = Extract<EmailRequest, { emailType: Kind }>;

const limitOf = { report: 'reports', feedback: 'feedback', support: 'support' } as const;

async function report(
  database: Database,
  actor: Person,
  { emailData }: Told<'report'>,
): Promise<Result<NewCase, Refusal>> {
  const { title, description, reportedUserId } = emailData;
  if (reportedUserId === actor.uid) return err('forbidden');
  if (!(await findUser(database.db, reportedUserId))) return err('user_not_found');
  const thing = await reportedThing(database, actor, emailData);
  if (!thing.ok) return thing;
  const minor = emailData.minor || mentionsMinor(`${title}. ${description}`);
  const adult = await isForAdults(database.db, { reportedUserId, ...thing.value });
  const severity = severityRank[severityFor({ kind: 'report', minor, adult })];
  const told = { title, message: description, reportedUserId, minor, severity };
  return ok({ kind: 'report', ...told, ...thing.value });
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
  const severity = severityRank[severityFor({ kind: 'support' })];
  return ok({ kind: 'support', severity, message: emailData.userMessage, paymentId: purchase.id });
}

/** Every account has a username from its first moment on, so that feedback needs no check of it. */
const feedback = ({ emailData }: Told<'feedback'>): Result<NewCase, never> =>
  ok({
    kind: 'feedback',
    severity: severityRank[severityFor({ kind: 'feedback' })],
    message: emailData.feedbackMessage,
  });

async function judge(
  database: Database,
  actor: Person,
  request: EmailRequest,
): Promise<Result<NewCase, Refusal>> {
  if (request.emailType === 'report') return report(database, actor, request);
  if (request.emailType === 'support') return support(database.db, actor, request);
  return feedback(request);
}

/** Writes a case down, with what it brings about at once; null where one of its people is gone. */
async function keep(deps: SendCaseDeps, tx: Db, row: NewCase & { id: string; authorId: string }) {
  const { authorId, reportedUserId = null } = row;
  const people = reportedUserId === null ? [authorId] : [authorId, reportedUserId];
  if (!(await keepAccounts(tx, people))) return null;
  const made = await insertCase(tx, row);
  await deps.enqueue(tx, 'moderation.mail_case', { caseId: row.id });
  const told = made.kind === 'report' && made.minor ? await hideAtOnce(deps.enforce, tx, made) : [];
  return { code: caseCode(made.kind, made.number), told };
}

/**
 * Takes a report, a feedback or a support request (`spec §7`): kept, and on its way to the team by
 * the same commit. Who writes is the caller, whatever the request says. Each kind has its own
 * limit (`product §8`), which refused ones count towards. A report that says a minor is involved
 * hides what it is about until the team decides (`product §9`).
 */
export const sendCase =
  (deps: SendCaseDeps) =>
  async (
    actor: Person,
    request: EmailRequest,
  ): Promise<Result<{ id: string; code: string }, Refusal>> => {
    const { database, ids, limiter } = deps;
    const allowed = await limiter.take(limitOf[request.emailType], actor.uid);
    if (!allowed.ok) return allowed;
    const judged = await judge(database, actor, request);
    if (!judged.ok) return judged;
    const row = { ...judged.value, id: ids.uuid(), authorId: actor.uid };
    const kept = await database.transaction((tx) => keep(deps, tx, row));
    if (!kept) return err(request.emailType === 'report' ? 'user_not_found' : 'token_invalid');
    for (const tell of kept.told) tell();
    return ok({ id: row.id, code: kept.code });
  };
