import type { Notification } from '@guilda/contract/notifications';
import {
  type NotificationList,
  type NotificationPageData,
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
  readonly older: 'more' | 'loading' | 'none' | 'error';
  /** Whether all were marked as read, which empties the list; older notifications are then loaded only by a button. */
  readonly cleared: boolean;
  readonly unread: number;
  /** The error of the list or of its older part. */
  readonly problem: unknown;
}

export interface NotificationsStoreDeps {
  /** A page of the server's list, newest first; the first page without a cursor. */
  page(cursor: string | undefined): Promise<NotificationPageData>;
  countUnread(): Promise<number>;
  readAll(): Promise<unknown>;
  readOne(id: string): Promise<unknown>;
  readonly removed: RemovedNotificationsStore;
  later(run: () => void, ms: number): () => void;
}

const emptyView: NotificationsView = {
  status: 'idle',
  list: [],
  older: 'none',
  cleared: false,
  unread: 0,
  problem: null,
};

/** A person's notifications on this device: a store that does not depend on mounted components. */
export class NotificationsStore {
  #view = emptyView;
  #cursor: string | undefined;
  /** `createdAt` of the newest notification received; empty before the first one. */
  #seenAt = '';
  /** Value of `#seenAt` when the person last marked all as read: notifications up to it count as read. */
  #clearedAt = '';
  /** Incremented when the list is reset; answers to requests of an earlier epoch are dropped. */
  #epoch = 0;
  readonly #readHere = new Map<string, string>();
  /** Ids of notifications received while the newest page is loading; null at other times. */
  #fresh: Set<string> | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #deps: NotificationsStoreDeps;
  readonly #count: UnreadCounter;

  constructor(deps: NotificationsStoreDeps) {
    this.#deps = deps;
    this.#count = new UnreadCounter({
      ask: deps.countUnread,
      later: deps.later,
      onChange: (unread) => this.#show({ unread }),
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
    this.#count.ask();
  }

  /** Loads the newest notifications: when the list is opened, and whenever some may have been missed. */
  async load(): Promise<void> {
    if (this.#fresh) return;
    if (this.#view.status !== 'ready') this.#show({ status: 'loading', problem: null });
    this.#fresh = new Set();
    try {
      this.#renew(await this.#deps.page(undefined), this.#fresh);
    } catch (problem) {
      // A list that is already shown stays on screen.
      if (this.#view.status !== 'ready') this.#show({ status: 'error', problem });
    } finally {
      this.#fresh = null;
    }
  }

  /** Loads older notifications; once all were marked as read, this shows the read ones again. */
  async loadOlder(): Promise<void> {
    if (this.#view.status !== 'ready' || !['more', 'error'].includes(this.#view.older)) return;
    this.#show({ older: 'loading', problem: null });
    const epoch = this.#epoch;
    try {
      // When all notifications of the page were removed on this device, the next page is loaded.
      while (this.#view.older === 'loading' && epoch === this.#epoch) await this.#nextPage(epoch);
    } catch (problem) {
      if (epoch === this.#epoch) this.#show({ older: 'error', problem });
    }
  }

  /** Marks all notifications as read and empties the list at once; a failed request is ignored. */
  markAll(): void {
    this.#clearedAt = this.#seenAt;
    const before = this.#view.list.length > 0 || this.#view.older !== 'none';
    this.#beginAt(undefined);
    this.#show({ list: [], cleared: before, older: before ? 'more' : 'none' });
    this.#count.change(0);
    this.#count.write(this.#deps.readAll());
  }

  /** Removes a notification at once; a failed request is ignored. */
  remove(id: string): void {
    const notice = this.#find(id);
    if (!notice) return;
    this.#deps.removed.add(notice);
    this.#show({ list: withoutNotification(this.#view.list, id) });
    this.#reportRead(notice);
  }

  /** Call when the person has opened a notification from the list or from a toast. */
  read(notice: Notification): void {
    const { id, createdAt } = notice;
    if (notice.read || createdAt <= (this.#readHere.get(id) ?? '')) return;
    this.#readHere.set(id, createdAt);
    this.#show({ list: withMarkedRead(this.#view.list, [id]) });
    this.#reportRead(notice);
  }

  /** Call when a notification was received or renewed. */
  arrived(notice: Notification): void {
    this.#fresh?.add(notice.id);
    this.#see([notice]);
    if (this.#view.status !== 'idle' && !this.#deps.removed.has(notice))
      this.#show({ list: withNotification(this.#view.list, notice) });
    this.#count.ask();
  }

  /** Call when notifications were read on any of the person's devices; null for all. */
  wereRead(ids: readonly string[] | null): void {
    this.#show({ list: withMarkedRead(this.#view.list, ids) });
    this.#count.ask();
  }

  /** Removes the notifications about messages of a conversation that was read. */
  conversationRead(senderId: string): void {
    const list = withoutMessagesOf(this.#view.list, senderId);
    if (list === this.#view.list) return;
    const unread = (all: NotificationList) => all.filter(({ read }) => !read).length;
    const readCount = unread(this.#view.list) - unread(list);
    this.#show({ list });
    if (readCount > 0) this.#count.change(this.#count.value - readCount);
    this.#count.ask();
  }

  stop(): void {
    this.#count.stop();
    this.#listeners.clear();
  }

  #renew(page: NotificationPageData, fresh: ReadonlySet<string>): void {
    this.#see(page.notifications);
    const { list, keptOlder } = withNewestNotifications(this.#view.list, page, fresh);
    const { cleared } = this.#view;
    const shownNotifications = this.#withLocalChanges(list).filter(
      ({ id, createdAt }) => !cleared || fresh.has(id) || createdAt > this.#clearedAt,
    );
    if (!cleared && !keptOlder) this.#beginAt(page.nextCursor ?? undefined);
    const hasMore = cleared
      ? list.length > shownNotifications.length || page.nextCursor !== null
      : this.#cursor;
    this.#show({
      status: 'ready',
      list: shownNotifications,
      older: hasMore ? 'more' : 'none',
      problem: null,
    });
  }

  async #nextPage(epoch: number): Promise<void> {
    const { notifications, nextCursor } = await this.#deps.page(this.#cursor);
    if (epoch !== this.#epoch) return;
    this.#see(notifications);
    const list = withOlderPage(this.#view.list, this.#withLocalChanges(notifications));
    const grown = list.length > this.#view.list.length;
    this.#cursor = nextCursor ?? undefined;
    const older = nextCursor === null ? 'none' : grown ? 'more' : 'loading';
    this.#show({ list, cleared: false, older });
  }

  #beginAt(cursor: string | undefined): void {
    this.#cursor = cursor;
    this.#epoch += 1;
  }

  #see(list: NotificationList): void {
    for (const { createdAt } of list) if (createdAt > this.#seenAt) this.#seenAt = createdAt;
  }

  /** Applies this device's changes to a list of the server: removed notifications are left out, read ones marked. */
  #withLocalChanges(list: NotificationList): NotificationList {
    const isRead = ({ id, createdAt }: Notification) =>
      createdAt <= this.#clearedAt || createdAt <= (this.#readHere.get(id) ?? '');
    return list
      .filter((notice) => !this.#deps.removed.has(notice))
      .map((notice) => (!notice.read && isRead(notice) ? { ...notice, read: true } : notice));
  }

  #reportRead({ id, read }: Notification): void {
    if (!read) this.#count.change(this.#count.value - 1);
    this.#count.write(this.#deps.readOne(id));
  }

  #find(id: string): Notification | undefined {
    return this.#view.list.find((each) => each.id === id);
  }

  #show(changes: Partial<NotificationsView>): void {
    this.#view = { ...this.#view, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
