import type { ChatPartner } from '@guilda/contract/chat/messaging';
import type { ApiClient } from '@guilda/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browserClient } from '../../lib/data/page-data.ts';
import { loadWhenIdle } from '../../lib/loading/when-idle.ts';

/** Delay before the conversations are reloaded, in ms; messages that arrive within it cause one request. */
const REFETCH_DELAY_MS = 300;

/** Conversations with unread messages, without muted ones. */
const filterWaitingConversations = (partners: readonly ChatPartner[]): ChatPartner[] =>
  partners.filter(({ unreadCount, muted }) => unreadCount > 0 && !muted);

const loadWaitingConversations = (uid: string) => async (client: ApiClient) =>
  filterWaitingConversations((await client.messaging.listPartners({ params: { uid } })).users);

const waitingConversationsKey = (uid: string) => ['conversations', 'waiting', uid];

/** Reloads the conversations shortly after an event that may have changed them. */
function useRefetchOnChange(uid: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (uid === undefined) return;
    let timer: number | undefined;
    const scheduleRefetch = () => {
      timer ??= window.setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: waitingConversationsKey(uid) });
      }, REFETCH_DELAY_MS);
    };
    const stop = loadWhenIdle(
      () => import('./follow-conversations.ts'),
      ({ onConversationChange }) => onConversationChange(scheduleRefetch),
    );
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [client, uid]);
}

/**
 * Conversations with unread messages of the signed-in person, the most recently active first; undefined until loaded.
 */
export function useWaitingConversations(uid: string): readonly ChatPartner[] | undefined {
  useRefetchOnChange(uid);
  const { data, isError } = useQuery({
    queryKey: waitingConversationsKey(uid),
    queryFn: async () => loadWaitingConversations(uid)(await browserClient()),
    staleTime: 0,
    retry: false,
  });
  // A failed request counts as no conversations, so that the orders are shown; the chat itself shows the error.
  return data ?? (isError ? [] : undefined);
}
