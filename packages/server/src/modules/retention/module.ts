import type { Module, NeedsOf } from '../../platform/module.ts';
import { type RetentionTasks, retentionSchedule, retentionTasks } from './tasks.ts';

export const retentionModule: Module<NeedsOf<typeof retentionTasks>, RetentionTasks> = {
  name: 'retention',
  schedule: retentionSchedule,
  create: (needs) => ({ tasks: retentionTasks(needs) }),
};
