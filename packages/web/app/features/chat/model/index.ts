export { browserChat } from './browser/browser-chat.ts';
export { useConnection, useConversation, usePartners } from './browser/hooks.ts';
export type {
  ChatItem,
  ChatStore,
  ConversationView,
  PartnersView,
  SendProblem,
} from './views/views.ts';
