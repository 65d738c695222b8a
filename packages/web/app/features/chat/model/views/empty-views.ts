import type { ConversationView, PartnersView } from './views.ts';

/** View of a conversation before it is loaded. */
export const unknownConversation: ConversationView = {
  status: 'loading',
  refusal: null,
  items: [],
  olderStatus: 'none',
  typing: false,
  partner: null,
  hasUnstoredMessages: false,
};

/** View of the list before it is loaded. */
export const unknownPartners: PartnersView = {
  status: 'loading',
  partners: [],
  hasMore: false,
  loadingMore: false,
  unreadConversations: 0,
};
