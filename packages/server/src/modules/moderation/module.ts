import { moderationEndpoints } from '@guilda/contract/moderation/moderation';
import { moderationActionEndpoints } from '@guilda/contract/moderation/moderation-actions';
import { moderationQueueEndpoints } from '@guilda/contract/moderation/moderation-queue';
import { transparencyEndpoints } from '@guilda/contract/moderation/transparency';
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
import {
  type TransparencyTasks,
  transparencySchedule,
  transparencyTasks,
} from './transparency/publish-reports.ts';
import { transparencyHandlers } from './transparency/routes.ts';

type ModerationModuleDeps = NeedsOf<typeof moderationHandlers> &
  NeedsOf<typeof moderationQueueHandlers> &
  NeedsOf<typeof moderationActionHandlers> &
  NeedsOf<typeof moderationActionTasks> &
  NeedsOf<typeof moderationMailTasks> &
  NeedsOf<typeof transparencyHandlers> &
  NeedsOf<typeof transparencyTasks>;

export const moderationModule: Module<
  ModerationModuleDeps,
  ModerationActionTasks & ModerationMailTasks & TransparencyTasks
> = {
  name: 'moderation',
  schedule: { ...moderationActionSchedule, ...transparencySchedule },
  create: (needs) => ({
    endpoints: [
      handle(moderationEndpoints, moderationHandlers(needs)),
      handle(moderationQueueEndpoints, moderationQueueHandlers(needs)),
      handle(moderationActionEndpoints, moderationActionHandlers(needs)),
      handle(transparencyEndpoints, transparencyHandlers(needs)),
    ],
    tasks: {
      ...moderationActionTasks(needs),
      ...moderationMailTasks(needs),
      ...transparencyTasks(needs),
    },
  }),
};
