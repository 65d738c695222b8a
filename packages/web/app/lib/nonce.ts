import { createContext, useContext } from 'react';

/**
 * The mark of script elements that the app itself writes: the server allows these scripts by their hashes and takes the
 * mark away, so it is undefined in the browser.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
