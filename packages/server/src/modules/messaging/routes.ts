import type { messagingEndpoints } from '@guilda/contract/chat/messaging';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { listMessages } from './conversations/list-messages.ts';
import { getPartner, type ListPartnersDeps, listPartners } from './conversations/list-partners.ts';
import { type MarkMessagesReadDeps, markMessagesRead } from './conversations/mark-messages-read.ts';
import { type MuteDeps, muteConversation } from './conversations/mute-conversation.ts';

export type MessagingRouteDeps = MuteDeps & MarkMessagesReadDeps & ListPartnersDeps;

export function messagingHandlers(deps: MessagingRouteDeps): Handlers<typeof messagingEndpoints> {
  return {
    listPartners: ({ actor, params, query }) => listPartners(deps)(actor, params.uid, query),
    getPartner: ({ actor, params }) => getPartner(deps)(actor, params.otherUid),
    listMessages: ({ actor, params, query: { limit, lastDocSentAt } }) =>
      listMessages(deps)(actor, { ...params, limit, before: lastDocSentAt }),
    muteConversation: ({ actor, params }) => muteConversation(deps, true)(actor, params.otherUid),
    unmuteConversation: ({ actor, params }) =>
      muteConversation(deps, false)(actor, params.otherUid),
    readMessages: ({ actor, body }) => markMessagesRead(deps)(actor, body),
  };
}
