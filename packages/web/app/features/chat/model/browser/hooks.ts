import { useCallback, useSyncExternalStore } from 'react';
import type { RealtimeState } from '../../../../lib/realtime/realtime.ts';
import { unknownConversation, unknownPartners } from '../views/empty-views.ts';
import type { ConversationView, PartnersView } from '../views/views.ts';
import { chat } from './browser-chat.ts';

const subscribe = (listener: () => void) => chat().subscribe(listener);

/** A conversation with `uid`, kept up to date. */
export function useConversation(uid: string): ConversationView {
  const read = useCallback(() => chat().conversation(uid), [uid]);
  return useSyncExternalStore(subscribe, read, () => unknownConversation);
}

const readPartners = () => chat().partners();

/** The people one talks with, kept up to date. */
export function usePartners(): PartnersView {
  return useSyncExternalStore(subscribe, readPartners, () => unknownPartners);
}

const readConnection = () => chat().connection();

/** The state of the connection to the server. */
export function useConnection(): RealtimeState {
  return useSyncExternalStore(subscribe, readConnection, () => 'connecting');
}
