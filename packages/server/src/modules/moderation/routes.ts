import type { moderationEndpoints } from '@guilda/contract/moderation';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { appeal } from './appeal.ts';
import { listOwnCases, type OwnCasesDeps } from './own-cases.ts';
import { listOwnDecisions } from './own-decisions.ts';
import { type SendCaseDeps, sendCase } from './send-case.ts';

export interface ModerationDeps extends SendCaseDeps, Omit<OwnCasesDeps, 'database'> {}

export function moderationHandlers(deps: ModerationDeps): Handlers<typeof moderationEndpoints> {
  return {
    listOwnCases: ({ actor, query }) => listOwnCases(deps)(actor, query),
    listDecisions: ({ actor, query }) => listOwnDecisions(deps)(actor, query),
    appeal: ({ actor, params, body }) =>
      appeal(deps)(actor, { decisionId: params.id, message: body.message }),
    sendEmail: ({ actor, body }) => sendCase(deps)(actor, body),
  };
}
