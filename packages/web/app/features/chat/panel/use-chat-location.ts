import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import {
  CHAT_LIST_VALUE,
  CHAT_PARAM,
  searchWithChat,
  searchWithoutChat,
} from '../../../lib/navigation/chat-link.ts';
import { createHistoryTracker } from './history-tracker.ts';

/** The part of the chat that the page's address opens, and functions that change the address. */
export interface ChatLocation {
  readonly open: boolean;
  /** Uid of the partner of the open conversation; null when only the list is open. */
  readonly uid: string | null;
  /** Goes from the conversation back to the list. */
  toList(): void;
  close(): void;
}

/** One tracker for all components, because it must see every navigation since the page was loaded. */
const historyTracker = createHistoryTracker();

const keepScrollPosition = { preventScrollReset: true } as const;

function useChatParams() {
  const { pathname, search, hash, key } = useLocation();
  const value = new URLSearchParams(search).get(CHAT_PARAM);
  const open = value !== null && value !== '';
  const uid = open && value !== CHAT_LIST_VALUE ? value : null;
  return { open, uid, search, hash, key, pagePath: pathname + searchWithoutChat(search) };
}

/**
 * State of the chat in the page's address. Back closes the chat or, on phones, leads from the conversation to the list.
 */
export function useChatLocation(): ChatLocation {
  const { open, uid, search, hash, key, pagePath } = useChatParams();
  const type = useNavigationType();
  const navigate = useNavigate();
  useEffect(() => {
    const openPart = uid === null ? 'list' : 'conversation';
    historyTracker.arrive({ key, type, openPart: open ? openPart : null, pagePath });
  }, [key, type, open, uid, pagePath]);
  const close = useCallback(() => {
    const { depth } = historyTracker.currentPosition();
    if (depth > 0) void navigate(-depth);
    else void navigate(pagePath + hash, { replace: true, ...keepScrollPosition });
  }, [navigate, pagePath, hash]);
  const toList = useCallback(() => {
    if (historyTracker.currentPosition().fromList) void navigate(-1);
    else
      void navigate(
        { search: searchWithChat(search), hash },
        { replace: true, ...keepScrollPosition },
      );
  }, [navigate, search, hash]);
  return useMemo(() => ({ open, uid, toList, close }), [open, uid, toList, close]);
}
