import type { Schedule, TaskRunners } from '../../platform/jobs/index.ts';
import { mailOrder, type OrderMailDeps } from './order-mail.ts';
import { mailMissed, type RemindDeps, remindOfMessages } from './remind.ts';
import { dropSignedOut } from './subscription-store.ts';
import type { ReachTasks } from './tasks.ts';
import { push, type TellDeps, tell } from './tell.ts';

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
