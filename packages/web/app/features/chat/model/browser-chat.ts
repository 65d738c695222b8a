import { unknownConversation, unknownPartners } from './empty-views.ts';
import type { Chat } from './views.ts';

const nobodys: Chat = {
  subscribe: () => () => undefined,
  partners: () => unknownPartners,
  conversation: () => unknownConversation,
  connection: () => 'connecting',
  open: () => undefined,
  close: () => undefined,
  send: () => null,
  retry: () => undefined,
  discard: () => undefined,
  loadOlder: async () => undefined,
  loadMorePartners: async () => undefined,
  reload: () => undefined,
  typing: () => undefined,
  setMuted: async () => undefined,
};

/** The conversations of whoever is signed in on this device; in the browser only. */
export function chat(): Chat {
  return nobodys;
}
