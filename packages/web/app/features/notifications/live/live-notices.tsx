import type { Notification } from '@guilda/contract/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { DIALOG_PARAM, NOTICES } from '../../../lib/add-service-link.ts';
import { CHAT_PARAM } from '../../../lib/chat-link.ts';
import { realtime } from '../../../lib/realtime/index.ts';
import { toast, useToastStore } from '../../../ui/toast.ts';
import { closeNotices, noticesOf } from '../model/browser-notices.ts';
import { noticeWords } from '../model/notice-words.ts';
import { type NoticeWay, useNoticeWay } from '../use-notice-way.ts';
import { isToastWorthy } from './toast-worthy.ts';

/** Characters of a notification that a toast says. */
const SAID = 140;

const shortened = (text: string) =>
  text.length > SAID ? `${text.slice(0, SAID).trimEnd()}...` : text;

/** Raises toasts of notifications; one may take the place of another, never of anything else. */
function useNoticeToast(uid: string) {
  const wayOf = useNoticeWay();
  const navigate = useNavigate();
  const own = useRef<number | undefined>(undefined);
  const current = () => useToastStore.getState().current?.id;
  const isTaken = () => current() !== undefined && current() !== own.current;
  const raise = (notice: Notification) => {
    const { lead, text } = noticeWords(notice);
    const way = wayOf(notice);
    const follow = (there: NoticeWay) => () => {
      noticesOf(uid).read(notice);
      void navigate(there.to, { preventScrollReset: there.preventScrollReset });
    };
    const action = way ? { label: 'Abrir', run: follow(way) } : undefined;
    toast({ title: lead, text: shortened(text.trim()), action });
    own.current = current();
  };
  return { isTaken, raise };
}

/** What a notification changes on screen beside the bell. */
function useReactions(uid: string) {
  const { search } = useLocation();
  const client = useQueryClient();
  const toasts = useNoticeToast(uid);
  return (notice: Notification) => {
    const params = new URLSearchParams(search);
    const chatWith = params.get(CHAT_PARAM);
    const visible = document.visibilityState === 'visible';
    const listOpen = params.get(DIALOG_PARAM) === NOTICES;
    const reading = visible && notice.type === 'message' && notice.senderId === chatWith;
    if (reading && chatWith !== null) noticesOf(uid).conversationRead(chatWith);
    if (notice.additionalInfo['paymentId']) void client.invalidateQueries({ queryKey: ['orders'] });
    const moment = { chatWith, visible, listOpen, taken: toasts.isTaken() };
    if (isToastWorthy(notice, moment)) toasts.raise(notice);
  };
}

/** Keeps a person's notifications true while a page is open, and acts on those that come. */
export function LiveNotices({ uid }: { uid: string }) {
  const react = useReactions(uid);
  const latest = useRef(react);
  latest.current = react;
  useEffect(() => {
    noticesOf(uid);
    const deafen = realtime().on('notification', (notice) => latest.current(notice));
    return () => {
      deafen();
      closeNotices();
    };
  }, [uid]);
  const { search } = useLocation();
  const open = new URLSearchParams(search).get(CHAT_PARAM);
  useEffect(() => {
    if (open) noticesOf(uid).conversationRead(open);
  }, [uid, open]);
  return null;
}
