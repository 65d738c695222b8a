import { create } from 'zustand';

/** How many notifications are unread, as the bell shows it; the store of notifications keeps it true. */
export const useUnread = create<{ readonly count: number }>(() => ({ count: 0 }));
