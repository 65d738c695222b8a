import { useCallback, useSyncExternalStore } from 'react';
import type { RealtimeState } from '../../../../lib/realtime/realtime.ts';
import { unknownConversation, unknownPartners } from '../views/empty-views.ts';
import type { ConversationView, PartnersView } from '../views/views.ts';
import { browserChat } from './browser-chat.ts';

const subscribeToChat = (listener: () => void) => browserChat().subscribe(listener);

/** A conversation with `uid`, kept up to date. */
export function useConversation(uid: string): ConversationView {
  const read = useCallback(() => browserChat().conversation(uid), [uid]);
  return useSyncExternalStore(subscribeToChat, read, () => unknownConversation);
}

const readPartners = () => browserChat().partners();

/** The people one talks with, kept up to date. */
export function usePartners(): PartnersView {
  return useSyncExternalStore(subscribeToChat, readPartners, () => unknownPartners);
}

const readConnection = () => browserChat().connection();

/** The state of the connection to the server. */
export function useConnection(): RealtimeState {
  return useSyncExternalStore(subscribeToChat, readConnection, () => 'connecting');
}
