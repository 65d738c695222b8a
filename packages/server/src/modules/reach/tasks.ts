/** The background work of this module. */
export type ReachTasks = {
  /** Tells of a notification outside the product; added by the database with each of them. */
  readonly 'reach.tell': { readonly notificationId: string };
  readonly 'reach.push': { readonly notificationId: string; readonly subscriptionId: string };
  readonly 'reach.mail_order': { readonly notificationId: string };
  /** Looks again at messages that nobody was to be mailed of before. */
  readonly 'reach.remind': { readonly receiverId: string; readonly senderId: string };
  readonly 'reach.mail_missed': {
    readonly receiverId: string;
    readonly senderId: string;
    /** Which absence it is for. */
    readonly at: string;
  };
  /** Forgets browsers that are signed in no more. */
  readonly 'reach.sweep': Readonly<Record<never, string>>;
};
