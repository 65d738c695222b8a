import { create } from 'zustand';

/** The number of unread notifications; the notifications store updates it. */
export const useUnreadNotifications = create<{ readonly count: number }>(() => ({ count: 0 }));
