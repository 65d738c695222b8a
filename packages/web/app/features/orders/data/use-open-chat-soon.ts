import { limits } from '@guilda/contract/limits';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { withChat } from '../../../lib/chat-link.ts';

/** Opens the chat with somebody a moment later (`spec §4`), over whatever page is then on screen. */
export function useOpenChatSoon(): (uid: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (uid) => {
      window.setTimeout(() => {
        const { search, hash } = window.location;
        const next = withChat(search, uid);
        // Started out of that very conversation, it is open already.
        void navigate(
          { search: next, hash },
          { replace: next === search, preventScrollReset: true },
        );
      }, limits.openChatAfterStartMs);
    },
    [navigate],
  );
}
