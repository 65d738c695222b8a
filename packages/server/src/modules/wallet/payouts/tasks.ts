import type { TaskRunners } from '../../../platform/jobs/index.ts';
import type { PayoutTasks } from './payout-jobs.ts';
import {
  lookUpDuePayouts,
  type SendPayoutDeps,
  sendOrLookUpPayout,
} from './send-or-look-up-payout.ts';

/** Cron expressions: every minute. */
export const payoutSchedule = { 'wallet.ask_about_payouts': '* * * * *' } as const;

/** Runners of the jobs; all jobs are idempotent. */
export function payoutTasks(deps: SendPayoutDeps): TaskRunners<PayoutTasks> {
  const [advance, lookUp] = [sendOrLookUpPayout(deps), lookUpDuePayouts(deps)];
  return {
    'wallet.send_payout': ({ withdrawalId }) => advance(withdrawalId),
    'wallet.ask_about_payouts': () => lookUp(),
  };
}
