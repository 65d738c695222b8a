import { createContext, useContext } from 'react';

/**
 * The nonce for elements that React renders. On the server it comes from the response's policy; in the browser it is
 * read from a script element, because browsers hide the attribute `nonce`.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}

/** The page's nonce in the browser; undefined when no policy was sent. */
export function readPageNonce(): string | undefined {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined;
}
