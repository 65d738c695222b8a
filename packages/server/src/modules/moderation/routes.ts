import type { moderationEndpoints } from '@guilda/contract/moderation';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';
import { type SendCaseDeps, sendCase } from './send-case.ts';

export type ModerationDeps = SendCaseDeps;

export function moderationHandlers(deps: ModerationDeps): Handlers<typeof moderationEndpoints> {
  return {
    listOwnCases: async () => err('unavailable'),
    listDecisions: async () => err('unavailable'),
    appeal: async () => err('unavailable'),
    sendEmail: ({ actor, body }) => sendCase(deps)(actor, body),
  };
}
