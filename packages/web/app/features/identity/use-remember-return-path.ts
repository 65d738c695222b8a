import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { storeReturnPath } from './return-path.ts';

/** Stores the current page as the one to return to after signing in. */
export function useRememberReturnPath(): void {
  const { pathname, search, hash } = useLocation();
  useEffect(() => storeReturnPath({ pathname, search, hash }), [pathname, search, hash]);
}
