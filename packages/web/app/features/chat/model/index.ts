export { chat } from './browser-chat.ts';
export { useConnection, useConversation, usePartners } from './hooks.ts';
export type { Chat, ChatItem, ConversationView, PartnersView, SendProblem } from './views.ts';
