import type { messagingEndpoints } from '@guilda/contract/messaging';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { listMessages } from './list-messages.ts';
import { type MuteDeps, muteConversation } from './mute-conversation.ts';
import { type ReadMessagesDeps, readMessages } from './read-messages.ts';
import { getPartner, listPartners, type ReadPartnersDeps } from './read-partners.ts';

export type MessagingRouteDeps = MuteDeps & ReadMessagesDeps & ReadPartnersDeps;

export function messagingHandlers(deps: MessagingRouteDeps): Handlers<typeof messagingEndpoints> {
  return {
    listPartners: ({ actor, params, query }) => listPartners(deps)(actor, params.uid, query),
    getPartner: ({ actor, params }) => getPartner(deps)(actor, params.otherUid),
    listMessages: ({ actor, params, query: { limit, lastDocSentAt: before } }) =>
      listMessages(deps)(actor, { ...params, limit, before }),
    muteConversation: ({ actor, params }) => muteConversation(deps, true)(actor, params.otherUid),
    unmuteConversation: ({ actor, params }) =>
      muteConversation(deps, false)(actor, params.otherUid),
    readMessages: ({ actor, body }) => readMessages(deps)(actor, body),
  };
}
