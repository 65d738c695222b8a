import { booleanInput, id, idInput, instant, nextCursor, pageQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { limits } from './limits.ts';
import { z } from './schema.ts';
import { requiredText } from './text.ts';
import { author } from './users.ts';

/** Kinds of cases; an `appeal` is about a decision. */
export const caseKinds = ['report', 'appeal', 'support', 'feedback'] as const;
export type CaseKind = (typeof caseKinds)[number];

/** What a case or a moderation action is about. */
export const subjectKinds = ['user', 'service', 'post', 'comment', 'review', 'order'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/**
 * Outcomes: reports upheld or dismissed, appeals granted or denied, support answered, feedback useful
 * or noted.
 */
export const outcomes = [
  'upheld',
  'dismissed',
  'granted',
  'denied',
  'answered',
  'useful',
  'noted',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Moderation actions that create a decision, which the person can appeal against. */
export const decisionActions = ['hide', 'blur', 'warn', 'suspend', 'refund'] as const;
export type DecisionAction = (typeof decisionActions)[number];

const unverifiedId = z.string().max(200).nullish();

export const reportData = z.object({
  title: requiredText(limits.reportTitle, 'Título da denúncia obrigatório'),
  description: requiredText(limits.reportDescription, 'Descrição da denúncia obrigatória'),
  reportedUserId: idInput,
  /** The reported item of that person; all absent when the person is reported as a whole. */
  reportedPostId: idInput.optional(),
  reportedCommentId: idInput.optional(),
  reportedServiceId: idInput.optional(),
  reportedReviewId: idInput.optional(),
  /**
   * A minor is involved: the item is hidden at once. The text of the report is also checked for it.
   */
  minor: booleanInput.default(false),
  reportedBy: unverifiedId,
  userId: unverifiedId,
});

const feedbackData = z.object({
  feedbackMessage: requiredText(limits.feedback, 'Escreva sua mensagem.'),
  userName: unverifiedId,
  userId: unverifiedId,
});

export const supportData = z.object({
  purchaseCode: z.string({ error: errors.invalid_parameter.text }).min(1).max(40),
  userMessage: requiredText(limits.supportMessage, 'Escreva sua mensagem.'),
});

/**
 * Reports, feedback and support requests. The author is taken from the token; `userId`, `reportedBy`
 * and `userName` are accepted and ignored.
 */
const emailRequest = z.discriminatedUnion(
  'emailType',
  [
    z.object({ emailType: z.literal('report'), emailData: reportData }),
    z.object({ emailType: z.literal('feedback'), emailData: feedbackData }),
    z.object({ emailType: z.literal('support'), emailData: supportData }),
  ],
  { error: errors.invalid_input.text },
);
export type EmailRequest = z.output<typeof emailRequest>;

/** A case as its author sees it. */
const ownCase = z.object({
  id,
  kind: z.enum(caseKinds),
  /** Readable code, such as `DEN-0418`. */
  code: z.string(),
  title: z.string(),
  /** The reported person; null when there is none or the account was deleted. */
  about: author.nullable(),
  state: z.enum(['open', 'closed']),
  outcome: z.enum(outcomes).nullable(),
  /** Answer of the team. */
  answer: z.string().nullable(),
  createdAt: instant,
  decidedAt: instant.nullable(),
});
export type OwnCase = z.infer<typeof ownCase>;

/** A decision as the person concerned sees it. */
const ownDecision = z.object({
  id,
  action: z.enum(decisionActions),
  /** The subject with the start of its text; the excerpt is empty when it is the person. */
  subject: z.object({ kind: z.enum(subjectKinds), id, excerpt: z.string() }),
  reason: z.string(),
  /** End of a temporary suspension. */
  until: instant.nullable(),
  createdAt: instant,
  /** When it was lifted or expired. */
  liftedAt: instant.nullable(),
  /** The appeal, at most one; null while there is none. */
  appeal: z
    .object({
      code: z.string(),
      state: z.enum(['open', 'closed']),
      outcome: z.enum(outcomes).nullable(),
      answer: z.string().nullable(),
    })
    .nullable(),
});
export type OwnDecision = z.infer<typeof ownDecision>;

export const newAppeal = z.strictObject({
  message: requiredText(limits.appeal, 'Conte por que a decisão deve mudar.'),
});

export const moderationEndpoints = {
  listOwnCases: endpoint({
    method: 'GET',
    path: '/api/cases',
    summary: 'Own reports, appeals, support requests and feedback, newest first',
    access: 'user',
    accountStatus: 'any',
    query: pageQuery,
    status: 200,
    output: z.object({ cases: z.array(ownCase), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  listDecisions: endpoint({
    method: 'GET',
    path: '/api/decisions',
    summary: 'Moderation decisions about the signed-in person, newest first',
    access: 'user',
    accountStatus: 'any',
    query: pageQuery,
    status: 200,
    output: z.object({ decisions: z.array(ownDecision), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  appeal: endpoint({
    method: 'POST',
    path: '/api/decisions/:id/appeal',
    summary: 'Appeal against a decision about oneself, once',
    access: 'user',
    accountStatus: 'any',
    params: z.object({ id: idInput }),
    body: newAppeal,
    status: 201,
    output: z.object({ id, code: z.string() }),
    errors: ['decision_not_found', 'already_appealed', 'decision_lifted'],
    limit: 'appeals',
  }),
  sendEmail: endpoint({
    method: 'POST',
    path: '/email/send',
    summary: 'Send a report, feedback or a support request',
    access: 'user',
    body: emailRequest,
    status: 200,
    output: z.object({ id, code: z.string() }),
    errors: [
      'user_not_found',
      'post_not_found',
      'comment_not_found',
      'service_not_found',
      'review_not_found',
      'order_not_found',
      'only_buyer_asks_support',
      'order_wrong_status',
      'forbidden',
    ],
    // Each kind has a limit of its own, applied by its use case.
    limit: 'general',
  }),
};
