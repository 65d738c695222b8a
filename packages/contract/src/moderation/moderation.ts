import { author } from '../accounts/users.ts';
import { booleanInput, id, idInput, instant, nextCursor, pageQuery } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { requiredText } from '../text.ts';

/** Kinds of cases; an `appeal` is made against a decision. */
export const caseKinds = ['report', 'appeal', 'support', 'feedback'] as const;
export type CaseKind = (typeof caseKinds)[number];

/** What a case or a moderation action is about. */
export const subjectKinds = ['user', 'service', 'post', 'comment', 'review', 'order'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/**
 * Outcomes of cases: reports upheld or dismissed, appeals granted or denied, support answered, feedback useful or
 * noted.
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

/** Moderation actions that create a decision, against which the person concerned can appeal. */
export const decisionActions = [
  'hide',
  'blur',
  'warn',
  'suspend',
  'refund',
  'require_age',
] as const;
export type DecisionAction = (typeof decisionActions)[number];

/** Schema of a field that old clients send and the server ignores. */
const ignoredText = z.string().max(200).nullish();

/** Fields of a report. */
export const reportFields = z.object({
  title: requiredText(limits.reportTitle, 'Título da denúncia obrigatório'),
  description: requiredText(limits.reportDescription, 'Descrição da denúncia obrigatória'),
  reportedUserId: idInput,
  /** The reported post; a report without a post, comment, service or review is about the person as a whole. */
  reportedPostId: idInput.optional(),
  reportedCommentId: idInput.optional(),
  reportedServiceId: idInput.optional(),
  reportedReviewId: idInput.optional(),
  /**
   * Whether the report says that a minor is involved: the reported item is then hidden at once. The server also
   * searches the text of the report for mentions of minors.
   */
  minor: booleanInput.default(false),
  /**
   * Whether the report says that the reported person is under age. Until the age is proven or the team decides, the
   * person cannot publish, buy, sell or withdraw. See `docs/product/moderation.md`.
   */
  underage: booleanInput.default(false),
  reportedBy: ignoredText,
  userId: ignoredText,
});

const feedbackFields = z.object({
  feedbackMessage: requiredText(limits.feedback, 'Escreva sua mensagem.'),
  userName: ignoredText,
  userId: ignoredText,
});

export const supportRequestFields = z.object({
  purchaseCode: z.string({ error: errors.invalid_parameter.text }).min(1).max(40),
  userMessage: requiredText(limits.supportMessage, 'Escreva sua mensagem.'),
});

/**
 * A report, feedback or support request. The server takes the author from the token; it accepts and ignores `userId`,
 * `reportedBy` and `userName`.
 */
const emailRequest = z.discriminatedUnion(
  'emailType',
  [
    z.object({ emailType: z.literal('report'), emailData: reportFields }),
    z.object({ emailType: z.literal('feedback'), emailData: feedbackFields }),
    z.object({ emailType: z.literal('support'), emailData: supportRequestFields }),
  ],
  { error: errors.invalid_input.text },
);
export type EmailRequest = z.output<typeof emailRequest>;

/**
 * Progress of a case for its author: `received`; `in_review` once an administrator has taken it; `answered` once it is
 * decided.
 */
const caseProgresses = ['received', 'in_review', 'answered'] as const;

/** A case, with the fields that its author sees. */
const ownCase = z.object({
  id,
  kind: z.enum(caseKinds),
  /** Code of the case for people, such as `DEN-0418`, by which the author can refer to the case. */
  code: z.string(),
  title: z.string(),
  /** The reported person; null when there is none or the person's account was deleted. */
  about: author.nullable(),
  state: z.enum(['open', 'closed']),
  progress: z.enum(caseProgresses),
  /** Time by which the team answers. */
  answerBy: instant,
  outcome: z.enum(outcomes).nullable(),
  /** Answer of the team to the author; null while the case is open. */
  answer: z.string().nullable(),
  createdAt: instant,
  decidedAt: instant.nullable(),
});
export type OwnCase = z.infer<typeof ownCase>;

/** A decision, with the fields that the person concerned sees. */
const ownDecision = z.object({
  id,
  action: z.enum(decisionActions),
  /** Subject of the decision, with the start of its text; `excerpt` is empty when the subject is the person. */
  subject: z.object({ kind: z.enum(subjectKinds), id, excerpt: z.string() }),
  reason: z.string(),
  /** End of a temporary suspension; null for other decisions. */
  until: instant.nullable(),
  createdAt: instant,
  /** Time at which the decision was lifted or expired; null while it is in force. */
  liftedAt: instant.nullable(),
  /** The appeal against the decision, of which there is at most one; null without one. */
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
    idempotent: 'optional',
    status: 200,
    /** `code` identifies the case for people; `answerBy` is the time by which the team must have answered it. */
    output: z.object({ id, code: z.string(), answerBy: instant }),
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
    // The use case additionally applies a separate rate limit for each kind of case.
    limit: 'general',
  }),
};
