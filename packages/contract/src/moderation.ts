import { booleanInput, id, idInput, instant, nextCursor, pageQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { limits } from './limits.ts';
import { z } from './schema.ts';
import { requiredText } from './text.ts';
import { author } from './users.ts';

/** What people tell the team; `appeal` is about a decision. */
export const caseKinds = ['report', 'appeal', 'support', 'feedback'] as const;
export type CaseKind = (typeof caseKinds)[number];

/** What the team looks at and acts upon. */
export const subjectKinds = ['user', 'service', 'post', 'comment', 'review', 'order'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** How a case can end: two ways for reports and appeals each, one for support, two for feedback. */
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

/** What can be decided about a person or something of theirs. */
export const decisionActions = ['hide', 'blur', 'warn', 'suspend', 'refund'] as const;
export type DecisionAction = (typeof decisionActions)[number];

const claimedId = z.string().max(200).nullish();

export const reportData = z.object({
  title: requiredText(limits.reportTitle, 'Título da denúncia obrigatório'),
  description: requiredText(limits.reportDescription, 'Descrição da denúncia obrigatória'),
  reportedUserId: idInput,
  /** What of that person it is about; absent for the person as a whole. */
  reportedPostId: idInput.optional(),
  reportedCommentId: idInput.optional(),
  reportedServiceId: idInput.optional(),
  reportedReviewId: idInput.optional(),
  /** A minor is involved: the item is hidden at once (`product §9`). Plain words say it too. */
  minor: booleanInput.default(false),
  reportedBy: claimedId,
  userId: claimedId,
});

export const feedbackData = z.object({
  feedbackMessage: requiredText(limits.feedback, 'Escreva sua mensagem.'),
  userName: claimedId,
  userId: claimedId,
});

export const supportData = z.object({
  purchaseCode: z.string({ error: errors.invalid_parameter.text }).min(1).max(40),
  userMessage: requiredText(limits.supportMessage, 'Escreva sua mensagem.'),
});

/**
 * `spec §7`: who writes is taken from the token; the `userId`, `reportedBy` and `userName` that the
 * client sends are accepted and ignored.
 */
export const emailRequest = z.discriminatedUnion(
  'emailType',
  [
    z.object({ emailType: z.literal('report'), emailData: reportData }),
    z.object({ emailType: z.literal('feedback'), emailData: feedbackData }),
    z.object({ emailType: z.literal('support'), emailData: supportData }),
  ],
  { error: errors.invalid_input.text },
);
export type EmailRequest = z.output<typeof emailRequest>;

/** A case as whoever told it follows it. */
export const ownCase = z.object({
  id,
  kind: z.enum(caseKinds),
  /** What people call it by, such as `DEN-0418`. */
  code: z.string(),
  title: z.string(),
  /** The reported person; null where there is none any more. */
  about: author.nullable(),
  state: z.enum(['open', 'closed']),
  outcome: z.enum(outcomes).nullable(),
  /** What the team says of it. */
  answer: z.string().nullable(),
  createdAt: instant,
  decidedAt: instant.nullable(),
});
export type OwnCase = z.infer<typeof ownCase>;

/** What the team decided about a person, as they read it. */
export const ownDecision = z.object({
  id,
  action: z.enum(decisionActions),
  /** What it is about, and how it began; empty where it is the person. */
  subject: z.object({ kind: z.enum(subjectKinds), id, excerpt: z.string() }),
  reason: z.string(),
  /** Of a suspension that ends. */
  until: instant.nullable(),
  createdAt: instant,
  /** When it was taken back, or ended. */
  liftedAt: instant.nullable(),
  /** The one appeal; null while there is none. */
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
    summary: 'What the signed-in person told the team, with its state and outcome, the last first',
    access: 'user',
    standing: 'any',
    query: pageQuery,
    status: 200,
    output: z.object({ cases: z.array(ownCase), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  listDecisions: endpoint({
    method: 'GET',
    path: '/api/decisions',
    summary: 'What the team decided about the signed-in person, with reasons, the last first',
    access: 'user',
    standing: 'any',
    query: pageQuery,
    status: 200,
    output: z.object({ decisions: z.array(ownDecision), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  appeal: endpoint({
    method: 'POST',
    path: '/api/decisions/:id/appeal',
    summary: 'Ask the team to look at a decision about oneself again, once',
    access: 'user',
    standing: 'any',
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
    summary: 'A report, a feedback or a support request (spec §7)',
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
    // Each kind of message has a limit of its own, which its use case takes.
    limit: 'general',
  }),
};
