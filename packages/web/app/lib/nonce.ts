import { createContext, useContext } from 'react';

/**
 * The nonce for elements React writes. On the server it comes from the response's policy; in the
 * browser from a script that already carries it, because browsers hide the attribute itself.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}

/** The page's nonce as the browser knows it; undefined where no policy is sent. */
export function readPageNonce(): string | undefined {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined;
}
