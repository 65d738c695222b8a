import { useCallback, useSyncExternalStore } from 'react';
import type { RealtimeState } from '../../../../lib/realtime/realtime.ts';
import { unknownConversation, unknownPartners } from '../views/empty-views.ts';
import type { ConversationView, PartnersView } from '../views/views.ts';
import { browserChat } from './browser-chat.ts';

const subscribeToChat = (listener: () => void) => browserChat().subscribe(listener);

/** The view of the conversation with `uid`; rerenders when the view changes. */
export function useConversation(uid: string): ConversationView {
  const read = useCallback(() => browserChat().conversation(uid), [uid]);
  return useSyncExternalStore(subscribeToChat, read, () => unknownConversation);
}

const readPartners = () => browserChat().partners();

/** The view of the list of partners; rerenders when the view changes. */
export function usePartners(): PartnersView {
  return useSyncExternalStore(subscribeToChat, readPartners, () => unknownPartners);
}

const readConnection = () => browserChat().connection();

/** The state of the connection to the server; rerenders when the state changes. */
export function useConnection(): RealtimeState {
  return useSyncExternalStore(subscribeToChat, readConnection, () => 'connecting');
}
