import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

function ariaCurrentFor(pathname: string): 'page' | 'true' | undefined {
  if (pathname === '/community') return 'page';
  return pathname.startsWith('/post/') ? 'true' : undefined;
}

/** Link to the community; also marked as the current page on the pages of posts. */
export function CommunityLink({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Link to="/community" aria-current={ariaCurrentFor(pathname)}>
      {children}
    </Link>
  );
}
