import type { ConversationView, PartnersView } from './views.ts';

/** What a conversation looks like before anything is known of it. */
export const unknownConversation: ConversationView = {
  status: 'loading',
  items: [],
  older: 'none',
  typing: false,
  partner: null,
  unkept: false,
};

/** What the list looks like before anything is known of it. */
export const unknownPartners: PartnersView = {
  status: 'loading',
  partners: [],
  more: false,
  loadingMore: false,
  unreadConversations: 0,
};
