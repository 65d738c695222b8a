import { idInput } from './common.ts';
import { subjectView, teamPerson } from './desk-case.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { limits } from './limits.ts';
import { subjectKinds } from './moderation.ts';
import { z } from './schema.ts';
import { requiredText } from './text.ts';

/**
 * What the team can do. `hide` and `restore`: user, service, post, comment, review. `blur` and
 * `unblur` (for adults alone): service, post. `warn`, `suspend`, `lift`: user. `refund`: order.
 * `ban_picture`: the picture of a user, service or post loses its address and cannot be
 * uploaded again, by anyone.
 */
export const teamActions = [
  'hide',
  'restore',
  'blur',
  'unblur',
  'warn',
  'suspend',
  'lift',
  'refund',
  'ban_picture',
] as const;
export type TeamAction = (typeof teamActions)[number];

/** Why something is done; people concerned read it. */
export const moderationReason = requiredText(limits.moderationReason, 'Motivo obrigatório');

/** Of `suspend`: whole days; absent for good. */
export const suspensionDays = z
  .number({ error: errors.invalid_parameter.text })
  .int(errors.invalid_parameter.text)
  .min(1, errors.invalid_parameter.text)
  .max(limits.suspensionDays, errors.invalid_parameter.text)
  .optional();

/** What the team does outside any case, from where it stands. */
export const enforcementEndpoints = {
  getSubject: endpoint({
    method: 'GET',
    path: '/api/admin/subjects/:kind/:id',
    summary: 'Something as it stands now, hidden or not, and whose it is; nothing of oneself',
    access: 'admin',
    params: z.object({
      kind: z.enum(subjectKinds, { error: errors.invalid_parameter.text }),
      id: idInput,
    }),
    status: 200,
    output: z.object({
      subject: subjectView,
      /** Whom deeds about it concern; null where the account is closed. */
      person: teamPerson.nullable(),
    }),
    errors: ['not_found', 'forbidden'],
    limit: 'general',
  }),
  act: endpoint({
    method: 'POST',
    path: '/api/admin/actions',
    summary: 'Do something to a person, a service, a post, a comment, a review or an order',
    access: 'admin',
    body: z.strictObject({
      action: z.enum(teamActions, { error: errors.invalid_parameter.text }),
      subject: z.strictObject({
        kind: z.enum(subjectKinds, { error: errors.invalid_parameter.text }),
        id: idInput,
      }),
      reason: moderationReason,
      days: suspensionDays,
    }),
    status: 204,
    output: null,
    errors: [
      'not_found',
      'forbidden',
      'last_admin',
      'action_impossible',
      'order_wrong_status',
      'payment_processed',
    ],
    limit: 'general',
  }),
};
