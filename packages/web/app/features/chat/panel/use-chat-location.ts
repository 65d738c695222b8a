import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import {
  CHAT_LIST_VALUE,
  CHAT_PARAM,
  searchWithChat,
  searchWithoutChat,
} from '../../../lib/navigation/chat-link.ts';
import { createHistoryTracker } from './history-tracker.ts';

/** The part of the chat that the page's address opens, and functions that navigate from it. */
export interface ChatLocation {
  readonly open: boolean;
  /** The person whose conversation is on screen; null for the list alone. */
  readonly uid: string | null;
  /** Leaves a conversation for the list. */
  toList(): void;
  close(): void;
}

/** Shared by all components for the whole visit. */
const historyTracker = createHistoryTracker();

const keepScroll = { preventScrollReset: true } as const;

function useChatParams() {
  const { pathname, search, hash, key } = useLocation();
  const value = new URLSearchParams(search).get(CHAT_PARAM);
  const open = value !== null && value !== '';
  const uid = open && value !== CHAT_LIST_VALUE ? value : null;
  return { open, uid, search, hash, key, below: pathname + searchWithoutChat(search) };
}

/** The chat as the page's address has it; Back closes it, or leads to the list on phones. */
export function useChatLocation(): ChatLocation {
  const { open, uid, search, hash, key, below } = useChatParams();
  const type = useNavigationType();
  const navigate = useNavigate();
  useEffect(() => {
    const shows = uid === null ? 'list' : 'conversation';
    historyTracker.arrive({ key, type, shows: open ? shows : null, below });
  }, [key, type, open, uid, below]);
  const close = useCallback(() => {
    const { depth } = historyTracker.current();
    if (depth > 0) void navigate(-depth);
    else void navigate(below + hash, { replace: true, ...keepScroll });
  }, [navigate, below, hash]);
  const toList = useCallback(() => {
    if (historyTracker.current().fromList) void navigate(-1);
    else void navigate({ search: searchWithChat(search), hash }, { replace: true, ...keepScroll });
  }, [navigate, search, hash]);
  return useMemo(() => ({ open, uid, toList, close }), [open, uid, toList, close]);
}
