import type { Schedule, TaskRunners } from '../../platform/jobs/index.ts';
import { mailOrder, type OrderMailDeps } from './order-mail.ts';
import { mailMissed, type RemindDeps, remindOfMessages } from './remind.ts';
import { dropSignedOut } from './subscription-store.ts';
import { push, type TellDeps, tell } from './tell.ts';

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

export type ReachTaskDeps = TellDeps & OrderMailDeps & RemindDeps;

export function reachTasks(deps: ReachTaskDeps): TaskRunners<ReachTasks> {
  return {
    'reach.tell': ({ notificationId }) => tell(deps)(notificationId),
    'reach.push': push(deps),
    'reach.mail_order': ({ notificationId }) => mailOrder(deps)(notificationId),
    'reach.remind': remindOfMessages(deps),
    'reach.mail_missed': mailMissed(deps),
    'reach.sweep': () => dropSignedOut(deps.database.db),
  };
}

/** Every day. */
export const reachSchedule: Schedule = { 'reach.sweep': '17 4 * * *' };
