import { ageEndpoints } from '@guilda/contract/accounts/age';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { handleAgeWebhook } from './handle-webhook.ts';
import { ageHandlers } from './routes.ts';
import { type AgeTasks, ageSchedule, ageTasks } from './tasks.ts';

type AgeModuleDeps = NeedsOf<typeof ageHandlers> &
  NeedsOf<typeof ageTasks> &
  NeedsOf<typeof handleAgeWebhook>;

export const ageModule: Module<AgeModuleDeps, AgeTasks> = {
  name: 'age',
  schedule: ageSchedule,
  create: (needs) => ({
    endpoints: [handle(ageEndpoints, ageHandlers(needs))],
    tasks: ageTasks(needs),
    webhooks: { age: handleAgeWebhook(needs) },
  }),
};
