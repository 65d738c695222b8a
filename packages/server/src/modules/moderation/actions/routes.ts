import type { moderationActionEndpoints } from '@guilda/contract/moderation/moderation-actions';
import type { Handlers } from '../../../platform/http/endpoints.ts';
import { type ApplyActionDeps, applyAction } from './apply-action.ts';
import { type GetSubjectDeps, getSubject } from './get-subject.ts';

export interface ModerationActionDeps extends ApplyActionDeps, GetSubjectDeps {
  readonly database: ApplyActionDeps['database'] & GetSubjectDeps['database'];
}

export function moderationActionHandlers(
  deps: ModerationActionDeps,
): Handlers<typeof moderationActionEndpoints> {
  return {
    getSubject: ({ actor, params }) => getSubject(deps)(actor, params),
    applyAction: ({ actor, body, confirmation }) => applyAction(deps)(actor, body, confirmation),
  };
}
