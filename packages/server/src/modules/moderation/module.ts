import { moderationEndpoints } from '@guilda/contract/moderation';
import { moderationActionEndpoints } from '@guilda/contract/moderation-actions';
import { moderationQueueEndpoints } from '@guilda/contract/moderation-queue';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { moderationActionHandlers } from './actions/routes.ts';
import {
  type ModerationActionTasks,
  moderationActionSchedule,
  moderationActionTasks,
} from './actions/tasks.ts';
import { type ModerationMailTasks, moderationMailTasks } from './mail/tasks.ts';
import { moderationQueueHandlers } from './queue/routes.ts';
import { moderationHandlers } from './routes.ts';

type ModerationNeeds = NeedsOf<typeof moderationHandlers> &
  NeedsOf<typeof moderationQueueHandlers> &
  NeedsOf<typeof moderationActionHandlers> &
  NeedsOf<typeof moderationActionTasks> &
  NeedsOf<typeof moderationMailTasks>;

export const moderationModule: Module<
  ModerationNeeds,
  ModerationActionTasks & ModerationMailTasks
> = {
  name: 'moderation',
  schedule: moderationActionSchedule,
  create: (needs) => ({
    endpoints: [
      handle(moderationEndpoints, moderationHandlers(needs)),
      handle(moderationQueueEndpoints, moderationQueueHandlers(needs)),
      handle(moderationActionEndpoints, moderationActionHandlers(needs)),
    ],
    tasks: { ...moderationActionTasks(needs), ...moderationMailTasks(needs) },
  }),
};
