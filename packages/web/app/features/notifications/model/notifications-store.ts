import type { Notification } from '@guilda/contract/notifications/notifications';
import {
  type NotificationList,
  type NotificationListPage,
  withMarkedRead,
  withNewestNotifications,
  withNotification,
  withOlderPage,
  withoutMessagesOf,
  withoutNotification,
} from './notification-list.ts';
import type { RemovedNotificationsStore } from './removed-notifications.ts';
import { UnreadCounter } from './unread-counter.ts';

/** State of the notifications for the bell and its popover. */
export interface NotificationsView {
  /** State of the list; `idle` until the list is first opened. */
  readonly status: 'idle' | 'loading' | 'ready' | 'error';
  readonly list: NotificationList;
  /** Whether there are notifications older than the list, and whether they are being loaded. */
  readonly olderState: 'more' | 'loading' | 'none' | 'error';
  /** Whether all were marked as read, which empties the list; older notifications are then loaded only by a button. */
  readonly allMarkedRead: boolean;
  readonly unreadCount: number;
  /** Why the list or its older part could not be loaded; null without an error. */
  readonly error: unknown;
}

export interface NotificationsStoreDeps {
  /** Requests a page of the server's list, newest first; the first page when `cursor` is undefined. */
  page(cursor: string | undefined): Promise<NotificationListPage>;
  countUnread(): Promise<number>;
  readAll(): Promise<unknown>;
  readOne(id: string): Promise<unknown>;
  readonly removedStore: RemovedNotificationsStore;
  later(run: () => void, ms: number): () => void;
}

const emptyView: NotificationsView = {
  status: 'idle',
  list: [],
  olderState: 'none',
  allMarkedRead: false,
  unreadCount: 0,
  error: null,
};

/** A person's notifications on this device: a store that does not depend on mounted components. */
export class NotificationsStore {
  #view = emptyView;
  #cursor: string | undefined;
  /** `createdAt` of the newest notification received; empty before the first one. */
  #seenAt = '';
  /** Value of `#seenAt` when the person last marked all as read: notifications up to it count as read. */
  #clearedAt = '';
  /** Whether `markAll` was called while the newest page was loading: what that page contains then counts as read. */
  #clearsFirstPage = false;
  /** Incremented when the list is reset; answers to requests of an earlier epoch are dropped. */
  #epoch = 0;
  /** `createdAt` by id of notifications read on this device; a renewed one (same id, later time) is unread again. */
  readonly #readOnThisDevice = new Map<string, string>();
  /** Senders whose conversation was read on this device: read notifications of their messages are left out. */
  readonly #readSenders = new Set<string>();
  /** Ids of notifications received since the newest page is loading or all were marked as read; null at other times. */
  #fresh: Set<string> | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #deps: NotificationsStoreDeps;
  readonly #unreadCounter: UnreadCounter;

  constructor(deps: NotificationsStoreDeps) {
    this.#deps = deps;
    this.#unreadCounter = new UnreadCounter({
      ask: deps.countUnread,
      later: deps.later,
      onChange: (unreadCount) => this.#show({ unreadCount }),
    });
  }

  /** Returns the same object until the view changes. */
  view = (): NotificationsView => this.#view;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Requests the number of unread notifications after a short delay. */
  count(): void {
    this.#unreadCounter.ask();
  }

  /** Loads the newest notifications: when the list is opened, and whenever some may have been missed. */
  async load(): Promise<void> {
    if (this.#fresh) return;
    if (this.#view.status !== 'ready') this.#show({ status: 'loading', error: null });
    this.#fresh = new Set();
    try {
      this.#renew(await this.#deps.page(undefined), this.#fresh);
    } catch (error) {
      // A list that is already shown stays on screen.
      if (this.#view.status !== 'ready') this.#show({ status: 'error', error });
    } finally {
      this.#fresh = null;
      this.#clearsFirstPage = false;
    }
  }

  /**
   * Adds older notifications to the list. If `markAll` has emptied the list, it loads the newest notifications first
   * and shows them as read.
   */
  async loadOlder(): Promise<void> {
    if (this.#view.status !== 'ready' || !['more', 'error'].includes(this.#view.olderState)) return;
    this.#show({ olderState: 'loading', error: null });
    const epoch = this.#epoch;
    try {
      // When all notifications of the page were removed on this device, the next page is loaded.
      while (this.#view.olderState === 'loading' && epoch === this.#epoch)
        await this.#nextPage(epoch);
    } catch (error) {
      if (epoch === this.#epoch) this.#show({ olderState: 'error', error });
    }
  }

  /** Marks all notifications as read and empties the list at once; a failed request is ignored. */
  markAll(): void {
    this.#clearedAt = this.#seenAt;
    this.#clearsFirstPage = this.#fresh !== null;
    this.#fresh?.clear();
    const hadNotifications = this.#view.list.length > 0 || this.#view.olderState !== 'none';
    this.#beginAt(undefined);
    this.#show({
      list: [],
      allMarkedRead: hadNotifications,
      olderState: hadNotifications ? 'more' : 'none',
    });
    this.#unreadCounter.change(0);
    this.#unreadCounter.write(this.#deps.readAll());
  }

  /** Removes a notification at once; a failed request is ignored. */
  remove(id: string): void {
    const notice = this.#find(id);
    if (!notice) return;
    this.#deps.removedStore.add(notice);
    this.#show({ list: withoutNotification(this.#view.list, id) });
    this.#reportRead(notice);
  }

  /** Call when the person has opened a notification from the list or from a toast. */
  read(notice: Notification): void {
    const { id, createdAt } = notice;
    if (notice.read || createdAt <= (this.#readOnThisDevice.get(id) ?? '')) return;
    this.#readOnThisDevice.set(id, createdAt);
    this.#show({ list: withMarkedRead(this.#view.list, [id]) });
    this.#reportRead(notice);
  }

  /** Call when a new notification arrived, or when a known one was renewed with a later time. */
  arrived(notice: Notification): void {
    this.#fresh?.add(notice.id);
    this.#see([notice]);
    if (this.#view.status !== 'idle' && !this.#deps.removedStore.has(notice))
      this.#show({ list: withNotification(this.#view.list, notice) });
    this.#unreadCounter.ask();
  }

  /** Call when notifications were read on any of the person's devices; null for all. */
  wereRead(ids: readonly string[] | null): void {
    this.#show({ list: withMarkedRead(this.#view.list, ids) });
    this.#unreadCounter.ask();
  }

  /** Removes the notifications about messages of a conversation that was read. */
  conversationRead(senderId: string): void {
    this.#readSenders.add(senderId);
    const list = withoutMessagesOf(this.#view.list, senderId);
    if (list === this.#view.list) return;
    const countUnread = (notifications: NotificationList) =>
      notifications.filter(({ read }) => !read).length;
    const readCount = countUnread(this.#view.list) - countUnread(list);
    this.#show({ list });
    if (readCount > 0) this.#unreadCounter.change(this.#unreadCounter.value - readCount);
    this.#unreadCounter.ask();
  }

  stop(): void {
    this.#unreadCounter.stop();
    this.#listeners.clear();
  }

  /** Lets the first page count as read, except for what arrived (`receivedIds`) after the person had marked all. */
  #clearFirstPage(page: NotificationListPage, receivedIds: ReadonlySet<string>): void {
    const cleared = page.notifications.filter(({ id }) => !receivedIds.has(id));
    for (const { createdAt } of cleared)
      if (createdAt > this.#clearedAt) this.#clearedAt = createdAt;
    if (cleared.length > 0 || page.nextCursor !== null) this.#show({ allMarkedRead: true });
  }

  #renew(page: NotificationListPage, receivedIds: ReadonlySet<string>): void {
    this.#see(page.notifications);
    if (this.#clearsFirstPage) this.#clearFirstPage(page, receivedIds);
    const { list, includesOlder } = withNewestNotifications(this.#view.list, page, receivedIds);
    const { allMarkedRead } = this.#view;
    const shownNotifications = this.#withLocalChanges(list).filter(
      ({ id, createdAt }) => !allMarkedRead || receivedIds.has(id) || createdAt > this.#clearedAt,
    );
    if (!allMarkedRead && !includesOlder) this.#beginAt(page.nextCursor ?? undefined);
    const hasMore = allMarkedRead
      ? list.length > shownNotifications.length || page.nextCursor !== null
      : this.#cursor;
    this.#show({
      status: 'ready',
      list: shownNotifications,
      olderState: hasMore ? 'more' : 'none',
      error: null,
    });
  }

  async #nextPage(epoch: number): Promise<void> {
    const { notifications, nextCursor } = await this.#deps.page(this.#cursor);
    if (epoch !== this.#epoch) return;
    this.#see(notifications);
    const list = withOlderPage(this.#view.list, this.#withLocalChanges(notifications));
    const hasGrown = list.length > this.#view.list.length;
    this.#cursor = nextCursor ?? undefined;
    const olderState = nextCursor === null ? 'none' : hasGrown ? 'more' : 'loading';
    this.#show({ list, allMarkedRead: false, olderState });
  }

  #beginAt(cursor: string | undefined): void {
    this.#cursor = cursor;
    this.#epoch += 1;
  }

  #see(list: NotificationList): void {
    for (const { createdAt } of list) if (createdAt > this.#seenAt) this.#seenAt = createdAt;
  }

  /**
   * Applies this device's changes to a list of the server: removed notifications and those of read conversations are left
   * out, read ones marked.
   */
  #withLocalChanges(list: NotificationList): NotificationList {
    const isRead = ({ id, createdAt }: Notification) =>
      createdAt <= this.#clearedAt || createdAt <= (this.#readOnThisDevice.get(id) ?? '');
    return list
      .filter(
        (notice) => !this.#deps.removedStore.has(notice) && !this.#isOfReadConversation(notice),
      )
      .map((notice) => (!notice.read && isRead(notice) ? { ...notice, read: true } : notice));
  }

  #isOfReadConversation({ type, senderId, read }: Notification): boolean {
    return type === 'message' && read && senderId !== null && this.#readSenders.has(senderId);
  }

  #reportRead({ id, read }: Notification): void {
    if (!read) this.#unreadCounter.change(this.#unreadCounter.value - 1);
    this.#unreadCounter.write(this.#deps.readOne(id));
  }

  #find(id: string): Notification | undefined {
    return this.#view.list.find((each) => each.id === id);
  }

  #show(changes: Partial<NotificationsView>): void {
    this.#view = { ...this.#view, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
