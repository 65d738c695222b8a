import { type To, useLocation } from 'react-router';

/** Query parameter that opens the chat over the page on screen; Back closes it. */
export const CHAT_PARAM = 'conversa';

/** The parameter's value for the list of conversations alone; any other value is a person's uid. */
export const CHAT_LIST_VALUE = 'lista';

/** The query `search` with the chat open over the page, filters and all staying in place. */
export function searchWithChat(search: string, uid: string = CHAT_LIST_VALUE): string {
  const next = new URLSearchParams(search);
  next.set(CHAT_PARAM, uid);
  return `?${next}`;
}

/** The query `search` without the chat; empty where nothing is left. */
export function searchWithoutChat(search: string): string {
  const rest = new URLSearchParams(search);
  rest.delete(CHAT_PARAM);
  const text = rest.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Where a `Link` leads that opens the chat over this page: with a person, or with the list of
 * conversations. Give the link `preventScrollReset`: the page stays where it is.
 */
export function useChatLink(uid: string = CHAT_LIST_VALUE): To {
  const { search, hash } = useLocation();
  return { search: searchWithChat(search, uid), hash };
}
