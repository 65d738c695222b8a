/** Background jobs; their names are stored in the queue, and a trigger of the database adds `reach.tell`. */
export type NotificationDeliveryTasks = {
  /** Delivers a notification by push and mail; added by the database for each notification. */
  readonly 'reach.tell': { readonly notificationId: string };
  readonly 'reach.push': { readonly notificationId: string; readonly subscriptionId: string };
  readonly 'reach.mail_order': { readonly notificationId: string };
  /** Checks again whether unread messages are to be mailed. */
  readonly 'reach.remind': { readonly receiverId: string; readonly senderId: string };
  readonly 'reach.mail_missed': {
    readonly receiverId: string;
    readonly senderId: string;
    /** The time that identifies the absence. */
    readonly at: string;
  };
  /** Deletes subscriptions of sessions that have ended. */
  readonly 'reach.sweep': Readonly<Record<never, string>>;
};
