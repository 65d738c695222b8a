import { randomUUID } from 'node:crypto';
import { limits } from '@guilda/contract/limits';
import { claimNewestMessageNotification } from '../../packages/server/src/modules/messaging/conversations/conversation-store.ts';
import { listMessages } from '../../packages/server/src/modules/messaging/conversations/list-messages.ts';
import { listPartners } from '../../packages/server/src/modules/messaging/conversations/list-partners.ts';
import { conversationsDataExport } from '../../packages/server/src/modules/messaging/data-export.ts';
import {
  readDevicePosition,
  readInbox,
} from '../../packages/server/src/modules/messaging/inbox/inbox-queries.ts';
import {
  countUnreadConversations,
  deleteMessagingDataOf,
} from '../../packages/server/src/modules/messaging/index.ts';
import { messagingTasks } from '../../packages/server/src/modules/messaging/notify/notify-unread.ts';
import { storeBatch } from '../../packages/server/src/modules/messaging/send/store-batch.ts';
import type { MessagingTasks } from '../../packages/server/src/modules/messaging/tasks.ts';
import {
  claimReminderMail,
  findMissedMessages,
} from '../../packages/server/src/modules/notifications/delivery/mail/missed-messages-store.ts';
import {
  countAllUnread,
  listNotifications,
} from '../../packages/server/src/modules/notifications/inbox/list-notifications.ts';
import { deleteNotificationsOf } from '../../packages/server/src/modules/notifications/index.ts';
import { insertOrderStep } from '../../packages/server/src/modules/orders/lifecycle/step-store.ts';
import {
  findOrderDetails,
  listOrderDetails,
} from '../../packages/server/src/modules/orders/reads/order-details-store.ts';
import type { Person } from '../../packages/server/src/platform/actor.ts';
import type { Database, Db } from '../../packages/server/src/platform/database/pool.ts';
import { createEnqueueAll } from '../../packages/server/src/platform/jobs/index.ts';
import { systemIds } from '../../packages/server/src/ports/ids.ts';
import { offlinePresence } from '../../packages/server/test/fixtures/fakes/fake-presence.ts';
import type { Subjects } from './subjects.ts';

/** Something that the program does with the large tables. */
export interface TableCase {
  /** Does it once, with the subject of this number. */
  run(subject: number): Promise<unknown>;
  /** Adds the rows that the next run deletes; not measured. */
  readonly prepare?: () => Promise<unknown>;
}

/** Number of messages that a device reads which was away. */
const MISSED_MESSAGES = 20;

const actorOf = (uid: string): Person => ({
  ...{ kind: 'person', uid, role: 'user', sessionId: randomUUID(), adult: false, blocks: false },
});

/** Runs `work` in a transaction that is rolled back, so that each run finds the same rows. */
async function runAndRollBack(database: Database, work: (tx: Db) => Promise<unknown>) {
  const rollback = new Error('rolled back');
  const outcome = database.transaction(async (tx) => {
    await work(tx);
    throw rollback;
  });
  await outcome.catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
}

/** Throws when a use case refuses, because a refusal costs less. */
const accepted = async <T extends { readonly ok: boolean }>(result: Promise<T>): Promise<T> => {
  const settled = await result;
  if (!settled.ok) throw new Error(JSON.stringify(settled));
  return settled;
};

function createConversationCases(
  database: Database,
  { pairs, deepPlaces, people, sellers }: Subjects,
) {
  const deps = { database, clock: { now: () => new Date() }, presence: offlinePresence };
  const readPage = (myUid = '', otherUid = '', before?: string) =>
    accepted(
      listMessages(deps)(actorOf(myUid), { myUid, otherUid, limit: limits.chatPage, before }),
    );
  const readPartners = (uid = '') =>
    accepted(listPartners(deps)(actorOf(uid), uid, { limit: limits.page.initial }));
  return {
    'newest page of a conversation': { run: (n) => readPage(pairs[n]?.low, pairs[n]?.high) },
    'page deep in 100,000 messages': {
      run: (n) => readPage(deepPlaces[n]?.low, deepPlaces[n]?.high, deepPlaces[n]?.before),
    },
    'list of conversations': { run: (n) => readPartners(people[n]) },
    'the same of somebody with 4,000': { run: (n) => readPartners(sellers[n]) },
  } satisfies Record<string, TableCase>;
}

function createMessageCases(database: Database, { pairs }: Subjects) {
  const pairAt = (n: number) => ({
    receiverId: pairs[n]?.low ?? '',
    senderId: pairs[n]?.high ?? '',
  });
  const store = storeBatch({
    ...{ database, ids: systemIds, enqueueAll: createEnqueueAll<MessagingTasks>() },
  });
  const jobs = messagingTasks({ database, ids: systemIds });
  const signal = new AbortController().signal;
  return {
    'storing a message': {
      run: async (n) => {
        const draft = { ...pairAt(n), id: randomUUID(), message: 'Bora?', origin: 'x' };
        for (const outcome of await store([draft], 10_000))
          await accepted(Promise.resolve(outcome));
      },
    },
    'notification of an unread message': {
      run: (n) => jobs['messaging.tell_unread'](pairAt(n), { signal }),
    },
    'notification that a sender asks for': {
      run: (n) =>
        runAndRollBack(database, (tx) => {
          const { senderId, receiverId } = pairAt(n);
          return claimNewestMessageNotification(tx, senderId, receiverId, 60);
        }),
    },
    [`delivering ${MISSED_MESSAGES} missed messages`]: {
      run: async (n) => {
        const uid = pairAt(n).receiverId;
        const [position] = await readDevicePosition(database.pool, { uid, sessionId: uid });
        const after = Number(position?.head) - MISSED_MESSAGES;
        const entries = await readInbox(database.pool, uid, after, 200);
        if (entries.length === 0) throw new Error('no messages were missed');
      },
    },
  } satisfies Record<string, TableCase>;
}

function createPersonCases(database: Database, { people }: Subjects) {
  const deps = { database, clock: { now: () => new Date() } };
  const uidAt = (n: number) => people[n] ?? '';
  const count = countAllUnread({
    ...deps,
    countUnreadConversations: (uid) => countUnreadConversations(database.db, uid),
  });
  return {
    'unread counts': { run: (n) => accepted(count(actorOf(uidAt(n)))) },
    'newest page of notifications': {
      run: (n) =>
        accepted(listNotifications(deps)(actorOf(uidAt(n)), { limit: limits.page.initial })),
    },
    'senders of missed messages': { run: (n) => findMissedMessages(database.db, uidAt(n)) },
    'claim of a reminder mail': {
      run: (n) =>
        runAndRollBack(database, async (tx) => {
          // The second claim asks whether the person has read anything since the first one.
          await claimReminderMail(tx, uidAt(n));
          await claimReminderMail(tx, uidAt(n));
        }),
    },
    'conversations of a data export': {
      run: async (n) => {
        const first = await conversationsDataExport(database.pool, uidAt(n)).next();
        if (first.done) throw new Error('a person has no conversation');
      },
    },
    'closing an account: chat, notifications': {
      run: (n) =>
        runAndRollBack(database, async (tx) => {
          await deleteMessagingDataOf(tx, uidAt(n));
          await deleteNotificationsOf(tx, uidAt(n));
        }),
    },
  } satisfies Record<string, TableCase>;
}

function createOrderCases(database: Database, { orders, unfinishedOrders }: Subjects) {
  const orderAt = (n: number) => orders[n] ?? { id: '', buyer: '' };
  return {
    'an order with its steps': {
      run: async (n) => {
        const details = await findOrderDetails(database.db, orderAt(n).id);
        if (details === null || details.steps.length === 0) throw new Error('an order is missing');
      },
    },
    "page of a buyer's orders with their steps": {
      run: (n) =>
        listOrderDetails(database.db, {
          ...{ uid: orderAt(n).buyer, role: 'buyer', limit: limits.page.initial },
          ...{ disputed: false, sort: 'newest', afterCursor: null },
        }),
    },
    'next step of an order': {
      run: (n) =>
        runAndRollBack(database, (tx) =>
          insertOrderStep(tx, systemIds, {
            ...{ orderId: unfinishedOrders[n] ?? '', by: 'system', actorId: null },
          }),
        ),
    },
  } satisfies Record<string, TableCase>;
}

/** The cases whose subjects are measured one after the other, by name. */
export const createTableCases = (
  database: Database,
  subjects: Subjects,
): Readonly<Record<string, TableCase>> => ({
  ...createConversationCases(database, subjects),
  ...createMessageCases(database, subjects),
  ...createPersonCases(database, subjects),
  ...createOrderCases(database, subjects),
});
