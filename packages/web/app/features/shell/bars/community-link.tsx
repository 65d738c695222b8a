import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

function current(pathname: string): 'page' | 'true' | undefined {
  if (pathname === '/community') return 'page';
  return pathname.startsWith('/post/') ? 'true' : undefined;
}

/** The way to the community; a post is a part of it. */
export function CommunityLink({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Link to="/community" aria-current={current(pathname)}>
      {children}
    </Link>
  );
}
