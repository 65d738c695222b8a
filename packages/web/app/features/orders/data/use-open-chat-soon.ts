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
        void navigate({ search: withChat(search, uid), hash }, { preventScrollReset: true });
      }, limits.openChatAfterStartMs);
    },
    [navigate],
  );
}
