import { id, idInput } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { limits } from './limits.ts';
import { z } from './schema.ts';
import { requiredText } from './text.ts';

const claimedId = z.string().max(200).nullish();

export const reportData = z.object({
  title: requiredText(limits.reportTitle, 'Título da denúncia obrigatório'),
  description: requiredText(limits.reportDescription, 'Descrição da denúncia obrigatória'),
  reportedUserId: idInput,
  /** What of that person it is about; absent for the person as a whole. */
  reportedPostId: idInput.optional(),
  reportedCommentId: idInput.optional(),
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

export const moderationEndpoints = {
  sendEmail: endpoint({
    method: 'POST',
    path: '/email/send',
    summary: 'A report, a feedback or a support request (spec §7)',
    access: 'user',
    body: emailRequest,
    status: 200,
    output: z.object({ id }),
    errors: [
      'user_not_found',
      'post_not_found',
      'comment_not_found',
      'order_not_found',
      'only_buyer_asks_support',
      'order_wrong_status',
      'forbidden',
    ],
    // Each kind of message has a limit of its own, which its use case takes.
    limit: 'general',
  }),
};
