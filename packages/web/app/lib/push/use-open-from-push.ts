import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** The path that the service worker asks this page to go to; null for any other message. */
function requestedPath(data: unknown): string | null {
  const { open, until } = Object(data) as { open?: unknown; until?: unknown };
  // After `until` the worker has opened a window of its own.
  if (typeof open !== 'string' || typeof until !== 'number' || Date.now() > until) return null;
  const url = URL.canParse(open) ? new URL(open) : null;
  // A path that begins with two slashes would lead to another site.
  if (url?.origin !== window.location.origin || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/**
 * Goes to the address of a push notification that was clicked, when the service worker asks this page to. The page is
 * not loaded anew, so what was typed stays, and forms with unsaved changes ask before they are left.
 */
export function useOpenFromPush(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const openRequested = ({ data, ports }: MessageEvent) => {
      const path = requestedPath(data);
      if (path === null) return;
      ports[0]?.postMessage('opening');
      const { pathname, search, hash } = window.location;
      void navigate(path, { replace: path === pathname + search + hash });
    };
    navigator.serviceWorker?.addEventListener('message', openRequested);
    return () => navigator.serviceWorker?.removeEventListener('message', openRequested);
  }, [navigate]);
}
