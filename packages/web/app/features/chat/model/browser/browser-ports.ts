import { browserClient } from '../../../../lib/data/page-data.ts';
import { serverNowMs } from '../../../../lib/format/server-time.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { browserRealtime } from '../../../../lib/realtime/index.ts';
import type { ChatApi, ChatPorts, TabVisibility } from '../ports.ts';
import { createBrowserTabs } from './browser-tabs.ts';
import { createIdbOutbox } from './idb-outbox.ts';

function createBrowserChatApi(ownUid: string): ChatApi {
  const messaging = async () => (await browserClient()).messaging;
  return {
    partners: async ({ limit, ...rest }) => {
      const query = { limit: String(limit), ...rest };
      return (await messaging()).listPartners({ params: { uid: ownUid }, query });
    },
    partner: async (otherUid) =>
      (await (await messaging()).getPartner({ params: { otherUid } })).partner,
    messages: async (otherUid, { limit, before }) => {
      const cursorQuery = before === undefined ? {} : { lastDocSentAt: before };
      const query = { limit: String(limit), ...cursorQuery };
      const params = { myUid: ownUid, otherUid };
      return (await (await messaging()).listMessages({ params, query })).messages;
    },
    markRead: async (senderId, seq) => {
      await (await messaging()).readMessages({ body: { senderId, receiverId: ownUid, seq } });
    },
    setMuted: async (otherUid, isMuted) => {
      const { muteConversation, unmuteConversation } = await messaging();
      await (isMuted ? muteConversation : unmuteConversation)({ params: { otherUid } });
    },
    unreadConversations: async () =>
      (await (await browserClient()).notifications.countUnread()).conversations,
  };
}

const tabVisibility: TabVisibility = {
  visible: () => document.visibilityState === 'visible',
  onVisible: (listener) => {
    const onVisibilityChange = () => {
      if (tabVisibility.visible()) listener();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  },
};

/** The browser's implementation of the chat's ports for one person; call `close` when the person's chat ends. */
export function createChatPorts(ownUid: string): { readonly ports: ChatPorts; close(): void } {
  const tabs = createBrowserTabs(ownUid);
  const ports: ChatPorts = {
    api: createBrowserChatApi(ownUid),
    connection: browserRealtime(),
    outbox: createIdbOutbox(),
    tabs,
    visibility: tabVisibility,
    scheduleAfter: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    now: serverNowMs,
    newId: randomUuid,
  };
  return { ports, close: tabs.close };
}
