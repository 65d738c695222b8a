import { type To, useLocation } from 'react-router';

/** Query parameter that opens the chat over the current page; Back closes the chat. */
export const CHAT_PARAM = 'conversa';

/** Value of the parameter for the list of conversations; any other value is the uid of a partner. */
export const CHAT_LIST_VALUE = 'lista';

/** The query string `searchString` with the chat opened; all other parameters stay. */
export function searchWithChat(searchString: string, uid: string = CHAT_LIST_VALUE): string {
  const nextParams = new URLSearchParams(searchString);
  nextParams.set(CHAT_PARAM, uid);
  return `?${nextParams}`;
}

/** The query string `searchString` without the chat; empty when no other parameter is left. */
export function searchWithoutChat(searchString: string): string {
  const otherParams = new URLSearchParams(searchString);
  otherParams.delete(CHAT_PARAM);
  const text = otherParams.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Target of a `Link` that opens the chat over the current page: with the person `uid`, or with the list of
 * conversations. Give the link `preventScrollReset`, so that the page keeps its scroll position.
 */
export function useChatLink(uid: string = CHAT_LIST_VALUE): To {
  const { search, hash } = useLocation();
  return { search: searchWithChat(search, uid), hash };
}
