import type { Notification } from '@guilda/contract/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { DIALOG_PARAM, NOTICES } from '../../../lib/add-service-link.ts';
import { CHAT_PARAM } from '../../../lib/chat-link.ts';
import { realtime } from '../../../lib/realtime/index.ts';
import { closeNotices, noticesOf } from '../model/browser-notices.ts';
import { isToastWorthy } from './toast-worthy.ts';
import { useNoticeToast } from './use-notice-toast.ts';

/** What is cached of orders begins with it. */
const ORDERS = ['orders'];

/** What is cached of what a kind of notification tells of. */
const toldOf: Readonly<Record<string, readonly string[]>> = {
  moderation: ['cases', 'decisions'],
  export: ['exports'],
};

/** Every dialog but the chat, which is a place to be. */
const DIALOGS = '[role="dialog"]:not(.chat),[role="alertdialog"]';

/** Who is asked something is not told of other things meanwhile; Escape is the question's. */
const inDialog = () => document.querySelector(DIALOGS) !== null;

/** Whose conversation the page shows, and whether the list of notifications is open. */
function useOnScreen() {
  const params = new URLSearchParams(useLocation().search);
  return {
    chatWith: params.get(CHAT_PARAM),
    listOpen: params.get(DIALOG_PARAM) === NOTICES,
  };
}

/** What a notification changes on screen beside the bell. */
function useReactions(uid: string) {
  const { chatWith, listOpen } = useOnScreen();
  const client = useQueryClient();
  const toasts = useNoticeToast(uid, { chatWith, listOpen });
  return (notice: Notification) => {
    const visible = document.visibilityState === 'visible';
    const reading = visible && notice.type === 'message' && notice.senderId === chatWith;
    if (reading && chatWith !== null) noticesOf(uid).conversationRead(chatWith);
    if (notice.additionalInfo['paymentId']) void client.invalidateQueries({ queryKey: ORDERS });
    for (const key of toldOf[notice.type] ?? []) void client.invalidateQueries({ queryKey: [key] });
    const taken = toasts.isTaken() || inDialog();
    const moment = { chatWith, visible, listOpen, taken };
    if (isToastWorthy(notice, moment)) toasts.raise(notice);
  };
}

/** Orders may have moved while nothing could be heard of them, before the line stood or while it was gone. */
function useOrdersAfterSilence(): void {
  const client = useQueryClient();
  useEffect(() => {
    const line = realtime();
    let online = false;
    const look = () => {
      const now = line.getState() === 'online';
      if (now && !online) void client.invalidateQueries({ queryKey: ORDERS });
      online = now;
    };
    look();
    return line.subscribe(look);
  }, [client]);
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
  useOrdersAfterSilence();
  const { chatWith } = useOnScreen();
  useEffect(() => {
    if (chatWith) noticesOf(uid).conversationRead(chatWith);
  }, [uid, chatWith]);
  return null;
}
