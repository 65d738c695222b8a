import type { moderationEndpoints } from '@guilda/contract/moderation/moderation';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { appealDecision } from './appeals/appeal.ts';
import { listOwnCases, type OwnCasesDeps } from './cases/list-own-cases.ts';
import { listOwnDecisions } from './decisions/list-own-decisions.ts';
import { type SubmitCaseDeps, submitCase } from './reports/submit-case.ts';

export interface ModerationDeps extends SubmitCaseDeps, Omit<OwnCasesDeps, 'database'> {}

export function moderationHandlers(deps: ModerationDeps): Handlers<typeof moderationEndpoints> {
  return {
    listOwnCases: ({ actor, query }) => listOwnCases(deps)(actor, query),
    listDecisions: ({ actor, query }) => listOwnDecisions(deps)(actor, query),
    appeal: ({ actor, params, body }) =>
      appealDecision(deps)(actor, { decisionId: params.id, message: body.message }),
    sendEmail: ({ actor, body, idempotencyKey }) => submitCase(deps)(actor, body, idempotencyKey),
  };
}
