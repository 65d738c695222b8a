import { author } from '../accounts/users.ts';
import { decimal, id, idInput, instant, nextCursor, pageQuery } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { moderationReason } from '../text.ts';
import { caseKinds, outcomes } from './moderation.ts';
import { moderationActions, suspensionDays } from './moderation-actions.ts';
import { auditLogEntry, moderationCase, reportCopy, teamMember } from './moderation-case.ts';
import { severities } from './severity.ts';

/** Kinds of queue items: cases, withdrawals, failed refunds, unresolved disputes and chargebacks. */
export const queueKinds = [...caseKinds, 'withdrawal', 'refund', 'dispute', 'chargeback'] as const;
export type QueueKind = (typeof queueKinds)[number];

export const queueStates = ['open', 'mine', 'closed'] as const;

/** An item of the moderation queue. */
const queueItem = z.object({
  /** Id of the case, withdrawal, refund, dispute or chargeback. */
  id,
  kind: z.enum(queueKinds),
  severity: z.enum(severities),
  /** Code of the item for people, such as `DEN-0418`. */
  code: z.string(),
  title: z.string(),
  /** The person whom the item concerns or who made the request; null once the account is deleted. */
  person: author.nullable(),
  /** Amount of a withdrawal, refund or chargeback, or price of a disputed order; null for cases. */
  amount: decimal.nullable(),
  /** Whether the Pix key of a withdrawal is the CPF of the person; null for other items and when that is unknown. */
  pixKeyMatches: z.boolean().nullable(),
  /** Team member who took the case over; null while no one has, and for items that are not cases. */
  assignee: teamMember.nullable(),
  state: z.enum(['open', 'closed']),
  createdAt: instant,
  /** Time by which the team should act; for a chargeback, the provider's deadline for evidence if there is one. */
  dueAt: instant,
});
export type QueueItem = z.infer<typeof queueItem>;

const decisionAction = z.strictObject({
  action: z.enum(moderationActions, { error: errors.invalid_parameter.text }),
  /** Target of the action: `subject` is the subject of the case, `person` the person whom the case concerns. */
  on: z.enum(['subject', 'person'], { error: errors.invalid_parameter.text }).default('subject'),
  days: suspensionDays,
});

const decisionFields = {
  /**
   * Outcome of the case: reports upheld or dismissed; appeals granted or denied; support answered; feedback useful or
   * noted.
   */
  outcome: z.enum(outcomes, { error: errors.invalid_parameter.text }),
  /** Reason, which the people concerned read. */
  reason: moderationReason,
  actions: z.array(decisionAction).max(8, errors.invalid_parameter.text).default([]),
};

const caseDecisionInput = z.strictObject(decisionFields);
export type CaseDecisionInput = z.output<typeof caseDecisionInput>;

const bulkDecisionInput = z.strictObject({
  ids: z
    .array(idInput)
    .min(1, errors.invalid_parameter.text)
    .max(limits.bulkCases, errors.invalid_parameter.text),
  ...decisionFields,
});

const caseParams = z.object({ id: idInput });

export const moderationQueueEndpoints = {
  listQueue: endpoint({
    method: 'GET',
    path: '/api/admin/queue',
    summary: 'Moderation queue: by severity, then oldest first; closed items newest first',
    access: 'admin',
    query: pageQuery.extend({
      kind: z.enum(queueKinds, { error: errors.invalid_parameter.text }).optional(),
      state: z.enum(queueStates, { error: errors.invalid_parameter.text }).default('open'),
    }),
    status: 200,
    output: z.object({
      items: z.array(queueItem),
      /** Number of open items of each kind. */
      open: z.record(z.enum(queueKinds), z.number()),
      /** Number of open items that are urgent or overdue. */
      urgent: z.number(),
      nextCursor,
    }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  getCase: endpoint({
    method: 'GET',
    path: '/api/admin/cases/:id',
    summary: 'A case with its subject, people and history; reports about oneself are not found',
    access: 'admin',
    params: caseParams,
    status: 200,
    output: z.object({ case: moderationCase }),
    errors: ['case_not_found', 'forbidden'],
    limit: 'general',
  }),
  readReportCopy: endpoint({
    method: 'GET',
    path: '/api/admin/cases/:id/copy',
    summary:
      'The sealed copy of what a report is about; each reading is in the audit log. Not found once its time is over',
    access: 'admin',
    params: caseParams,
    status: 200,
    output: z.object({ copy: reportCopy }),
    errors: ['case_not_found', 'forbidden'],
    limit: 'general',
  }),
  openAuthorityPackage: endpoint({
    method: 'POST',
    path: '/api/admin/cases/:id/authority-package',
    summary:
      'The sealed copy of what a report is about as a zip for an authority; each one is in the audit log. Needs a confirmation',
    access: 'admin',
    params: caseParams,
    body: z.strictObject({ reason: moderationReason }),
    confirmation: 'authority_package',
    status: 200,
    output: null,
    produces: 'application/zip',
    errors: ['case_not_found', 'forbidden', 'confirmation_required'],
    limit: 'general',
  }),
  takeCase: endpoint({
    method: 'PUT',
    path: '/api/admin/cases/:id/assignee',
    summary: 'Take an open case, also from another team member',
    access: 'admin',
    params: caseParams,
    status: 204,
    output: null,
    errors: ['case_not_found', 'case_decided', 'forbidden'],
    limit: 'general',
  }),
  releaseCase: endpoint({
    method: 'DELETE',
    path: '/api/admin/cases/:id/assignee',
    summary: 'Return a case to the queue',
    access: 'admin',
    params: caseParams,
    status: 204,
    output: null,
    errors: ['case_not_found', 'case_decided', 'forbidden'],
    limit: 'general',
  }),
  decideCase: endpoint({
    method: 'POST',
    path: '/api/admin/cases/:id/decision',
    summary:
      'Decide a case, once, with its actions; not for people concerned. A refund and the suspension of an administrator need a confirmation',
    access: 'admin',
    params: caseParams,
    body: caseDecisionInput,
    confirmation: 'admin_money',
    status: 200,
    output: z.object({ case: moderationCase }),
    errors: [
      'case_not_found',
      'case_decided',
      'confirmation_required',
      'forbidden',
      'last_admin',
      'action_impossible',
      'order_wrong_status',
      'payment_processed',
      'dispute_open',
    ],
    limit: 'general',
  }),
  decideCases: endpoint({
    method: 'POST',
    path: '/api/admin/cases/decisions',
    summary:
      'Decide several cases alike; each succeeds or fails independently. One confirmation covers all refunds and one administrator to suspend',
    access: 'admin',
    body: bulkDecisionInput,
    confirmation: 'admin_money',
    status: 200,
    output: z.object({
      results: z.array(z.object({ id, ok: z.boolean(), code: z.string().nullable() })),
    }),
    errors: ['confirmation_required'],
    limit: 'general',
  }),
  listActions: endpoint({
    method: 'GET',
    path: '/api/admin/actions',
    summary: 'Audit log of the team, newest first',
    access: 'admin',
    query: pageQuery.extend({ actor: idInput.optional(), subject: idInput.optional() }),
    status: 200,
    output: z.object({ actions: z.array(auditLogEntry), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
};
