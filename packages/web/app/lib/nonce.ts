import { createContext, useContext } from 'react';

/**
 * The nonce of script elements that the app itself writes. The server allows these scripts by their hashes and removes
 * the nonce from the page, so it is undefined in the browser.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
