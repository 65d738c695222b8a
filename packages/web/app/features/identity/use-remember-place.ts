import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { rememberReturn } from './return-path.ts';

/** Remembers the page on screen as the one to come back to after signing in. */
export function useRememberPlace(): void {
  const { pathname, search, hash } = useLocation();
  useEffect(() => rememberReturn({ pathname, search, hash }), [pathname, search, hash]);
}
