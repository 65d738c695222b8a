import type { TaskRunners } from '../../../platform/jobs/index.ts';
import { type AdvancePayoutDeps, advancePayout, askAboutPayouts } from './advance-payout.ts';
import type { PayoutTasks } from './payout-jobs.ts';

/** Cron expressions: every minute. */
export const payoutSchedule = { 'wallet.ask_about_payouts': '* * * * *' } as const;

/** Runners of the jobs, all idempotent. */
export function payoutTasks(deps: AdvancePayoutDeps): TaskRunners<PayoutTasks> {
  const [advance, ask] = [advancePayout(deps), askAboutPayouts(deps)];
  return {
    'wallet.send_payout': ({ withdrawalId }) => advance(withdrawalId),
    'wallet.ask_about_payouts': () => ask(),
  };
}
