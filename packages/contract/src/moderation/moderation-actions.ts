import { idInput } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { moderationReason } from '../text.ts';
import { subjectKinds } from './moderation.ts';
import { moderatedPerson, subjectView } from './moderation-case.ts';

/**
 * Moderation actions, each with the subjects to which it applies. `hide` and `restore`: user, service, post, comment,
 * review; `restore` also applies to an order with a banned picture. `blur` and `unblur` (mark as for adults, or undo
 * that): service, post. `warn`, `suspend`, `lift`: user. `require_age` and `waive_age` (begin or end the requirement to
 * prove an age before publishing, buying, selling and withdrawing): user. `refund`: order. `ban_picture`: the picture of
 * a user, service, post or order is removed and cannot be uploaded again.
 */
export const moderationActions = [
  'hide',
  'restore',
  'blur',
  'unblur',
  'warn',
  'suspend',
  'lift',
  'require_age',
  'waive_age',
  'refund',
  'ban_picture',
] as const;
export type ModerationAction = (typeof moderationActions)[number];

/** Whether a moderation action is a decision about money, which needs a confirmation of the administrator. */
export const movesMoney = (action: ModerationAction): boolean => action === 'refund';

/** Days of a suspension; absent for a permanent one. */
export const suspensionDays = z
  .number({ error: errors.invalid_parameter.text })
  .int(errors.invalid_parameter.text)
  .min(1, errors.invalid_parameter.text)
  .max(limits.suspensionDays, errors.invalid_parameter.text)
  .optional();

/** Endpoints for moderation actions that do not belong to a case. */
export const moderationActionEndpoints = {
  getSubject: endpoint({
    method: 'GET',
    path: '/api/admin/subjects/:kind/:id',
    summary: 'Current state of a subject, hidden or not, and its owner; nothing of oneself',
    access: 'admin',
    params: z.object({
      kind: z.enum(subjectKinds, { error: errors.invalid_parameter.text }),
      id: idInput,
    }),
    status: 200,
    output: z.object({
      subject: subjectView,
      /** The person whom actions on the subject concern; null once the account is deleted. */
      person: moderatedPerson.nullable(),
    }),
    errors: ['not_found', 'forbidden'],
    limit: 'general',
  }),
  applyAction: endpoint({
    method: 'POST',
    path: '/api/admin/actions',
    summary:
      'Apply a moderation action to a person, service, post, comment, review or order; a refund and the suspension of an administrator need a confirmation',
    access: 'admin',
    body: z.strictObject({
      action: z.enum(moderationActions, { error: errors.invalid_parameter.text }),
      subject: z.strictObject({
        kind: z.enum(subjectKinds, { error: errors.invalid_parameter.text }),
        id: idInput,
      }),
      reason: moderationReason,
      days: suspensionDays,
    }),
    confirmation: 'admin_money',
    status: 204,
    output: null,
    errors: [
      'not_found',
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
};
