import { messagingEndpoints } from '@guilda/contract/chat/messaging';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import type { Messaging } from './messaging.ts';
import { messagingTasks } from './notify/notify-unread.ts';
import { messagingHandlers } from './routes.ts';
import type { MessagingTasks } from './tasks.ts';

type RemindOfUnread = (unread: MessagingTasks['messaging.remind']) => Promise<void>;

type MessagingModuleDeps = NeedsOf<typeof messagingHandlers> &
  NeedsOf<typeof messagingTasks> & {
    readonly messaging: Messaging;
    /** Mails the receiver about unread messages; implemented by the notifications module. */
    readonly remindOfUnreadMessages: RemindOfUnread;
  };

export const messagingModule: Module<MessagingModuleDeps, MessagingTasks> = {
  name: 'messaging',
  create: (needs) => ({
    endpoints: [handle(messagingEndpoints, messagingHandlers(needs))],
    tasks: { ...messagingTasks(needs), 'messaging.remind': needs.remindOfUnreadMessages },
    events: needs.messaging.events,
    connections: needs.messaging.lifecycle,
  }),
};
