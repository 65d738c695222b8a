/**
 * Background jobs of delivery. The queue stores the job names and a database trigger enqueues `reach.tell`, so a name
 * must not change.
 */
export type NotificationDeliveryTasks = {
  /** Delivers a notification by push and mail. A database trigger enqueues it for each notification. */
  readonly 'reach.tell': { readonly notificationId: string };
  readonly 'reach.push': { readonly notificationId: string; readonly subscriptionId: string };
  readonly 'reach.mail_order': { readonly notificationId: string };
  /** Checks whether unread messages are to be mailed now. */
  readonly 'reach.remind': { readonly receiverId: string; readonly senderId: string };
  readonly 'reach.mail_missed': {
    readonly receiverId: string;
    readonly senderId: string;
    /** Time at which `claimReminderMail` recorded the mail, in ms since 1970; identifies the mail. */
    readonly at: string;
  };
  /** Deletes push subscriptions whose session has ended. */
  readonly 'reach.sweep': Readonly<Record<never, string>>;
};
