import type { moderationEndpoints } from '@guilda/contract/moderation';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { type SendCaseDeps, sendCase } from './send-case.ts';

export type ModerationDeps = SendCaseDeps;

export function moderationHandlers(deps: ModerationDeps): Handlers<typeof moderationEndpoints> {
  return {
    sendEmail: ({ actor, body }) => sendCase(deps)(actor, body),
  };
}
