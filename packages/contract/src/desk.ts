import { decimal, id, idInput, instant, nextCursor, pageQuery } from './common.ts';
import { colleague, deskCase, loggedAction } from './desk-case.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { limits } from './limits.ts';
import { caseKinds, outcomes } from './moderation.ts';
import { z } from './schema.ts';
import { severities } from './severity.ts';
import { moderationReason, suspensionDays, teamActions } from './team-actions.ts';
import { author } from './users.ts';

/** What waits for the team: cases, and money that somebody has to move. */
export const queueKinds = [...caseKinds, 'withdrawal', 'refund'] as const;
export type QueueKind = (typeof queueKinds)[number];

export const queueStates = ['open', 'mine', 'closed'] as const;

/** One line of the queue. */
export const queueItem = z.object({
  /** Of the case, the withdrawal or the refund. */
  id,
  kind: z.enum(queueKinds),
  severity: z.enum(severities),
  /** What people call it by, such as `DEN-0418`. */
  code: z.string(),
  title: z.string(),
  /** Whom it is about, or who asks; null where there is nobody any more. */
  person: author.nullable(),
  /** Of money that waits. */
  amount: decimal.nullable(),
  /** Who of the team has taken it. */
  assignee: colleague.nullable(),
  state: z.enum(['open', 'closed']),
  createdAt: instant,
  dueAt: instant,
});
export type QueueItem = z.infer<typeof queueItem>;

const verdictAction = z.strictObject({
  action: z.enum(teamActions, { error: errors.invalid_parameter.text }),
  /** `subject`: what the case is about (its order, or the person where it is about nothing else). */
  on: z.enum(['subject', 'person'], { error: errors.invalid_parameter.text }).default('subject'),
  days: suspensionDays,
});

const verdictFields = {
  /** Reports: upheld or dismissed; appeals: granted or denied; support: answered; feedback: useful or noted. */
  outcome: z.enum(outcomes, { error: errors.invalid_parameter.text }),
  /** What people concerned read. */
  reason: moderationReason,
  actions: z.array(verdictAction).max(8, errors.invalid_parameter.text).default([]),
};

export const verdict = z.strictObject(verdictFields);
export type Verdict = z.output<typeof verdict>;

const verdicts = z.strictObject({
  ids: z
    .array(idInput)
    .min(1, errors.invalid_parameter.text)
    .max(limits.bulkCases, errors.invalid_parameter.text),
  ...verdictFields,
});

const caseParams = z.object({ id: idInput });

export const deskEndpoints = {
  listQueue: endpoint({
    method: 'GET',
    path: '/api/admin/queue',
    summary: 'What waits for the team: by severity, then the oldest first; closed: the last first',
    access: 'admin',
    query: pageQuery.extend({
      kind: z.enum(queueKinds, { error: errors.invalid_parameter.text }).optional(),
      state: z.enum(queueStates, { error: errors.invalid_parameter.text }).default('open'),
    }),
    status: 200,
    output: z.object({
      items: z.array(queueItem),
      /** How many of each kind are open. */
      open: z.record(z.enum(queueKinds), z.number()),
      /** How many of all that is open are urgent, or late. */
      urgent: z.number(),
      nextCursor,
    }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  getCase: endpoint({
    method: 'GET',
    path: '/api/admin/cases/:id',
    summary:
      'A case with what it is about, who is concerned and what was done before; no report about oneself',
    access: 'admin',
    params: caseParams,
    status: 200,
    output: z.object({ case: deskCase }),
    errors: ['case_not_found', 'forbidden'],
    limit: 'general',
  }),
  takeCase: endpoint({
    method: 'PUT',
    path: '/api/admin/cases/:id/assignee',
    summary: 'Take a case; from a colleague too, while it is open',
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
    summary: 'Give a case back to the queue',
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
    summary: 'Decide a case, once, with its actions; never one that concerns oneself',
    access: 'admin',
    params: caseParams,
    body: verdict,
    status: 200,
    output: z.object({ case: deskCase }),
    errors: [
      'case_not_found',
      'case_decided',
      'forbidden',
      'last_admin',
      'action_impossible',
      'order_wrong_status',
      'payment_processed',
    ],
    limit: 'general',
  }),
  decideCases: endpoint({
    method: 'POST',
    path: '/api/admin/cases/decisions',
    summary: 'Decide several cases alike; each for itself, one refusal holds no other back',
    access: 'admin',
    body: verdicts,
    status: 200,
    output: z.object({
      results: z.array(z.object({ id, ok: z.boolean(), code: z.string().nullable() })),
    }),
    errors: [],
    limit: 'general',
  }),
  listActions: endpoint({
    method: 'GET',
    path: '/api/admin/actions',
    summary: 'The log of what the team did, the last first',
    access: 'admin',
    query: pageQuery.extend({ actor: idInput.optional(), subject: idInput.optional() }),
    status: 200,
    output: z.object({ actions: z.array(loggedAction), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
};
