import type { Notification } from '@guilda/contract/notifications';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { dismissToast, toast, useToastStore } from '../../../ui/feedback/toast.ts';
import { noticesOf } from '../model/browser-notices.ts';
import { noticeWords } from '../model/notice-words.ts';
import { type NoticeWay, useNoticeWay } from '../use-notice-way.ts';

/** Maximum number of characters of a notification in a toast. */
const SAID = 140;

const shortened = (text: string) =>
  text.length > SAID ? `${text.slice(0, SAID).trimEnd()}...` : text;

const currentToast = () => useToastStore.getState().current?.id;

interface OnScreen {
  readonly chatWith: string | null;
  readonly listOpen: boolean;
}

/**
 * Shows toasts for notifications. Such a toast replaces only another of its kind, and is dismissed when
 * the conversation or the list opens that shows the same.
 */
export function useNoticeToast(uid: string, { chatWith, listOpen }: OnScreen) {
  const wayOf = useNoticeWay();
  const navigate = useNavigate();
  const own = useRef<{ id: number | undefined; senderId: string | null } | null>(null);
  useEffect(() => {
    const shown = own.current;
    if (!shown) return;
    if (listOpen || (chatWith !== null && chatWith === shown.senderId)) dismissToast(shown.id);
  }, [chatWith, listOpen]);

  const isTaken = () => currentToast() !== undefined && currentToast() !== own.current?.id;
  const raise = (notice: Notification) => {
    const { lead, text } = noticeWords(notice);
    const way = wayOf(notice);
    const follow = (there: NoticeWay) => () => {
      noticesOf(uid).read(notice);
      void navigate(there.to, { preventScrollReset: there.preventScrollReset });
    };
    const action = way ? { label: 'Abrir', run: follow(way) } : undefined;
    toast({ title: lead, text: shortened(text.trim()), tone: 'notice', action });
    own.current = { id: currentToast(), senderId: notice.senderId };
  };
  return { isTaken, raise };
}
