import { privacyEndpoints } from '@guilda/contract/privacy/privacy';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { privacyHandlers } from './routes.ts';
import { type ServeExportsDeps, serveExports } from './serve-exports.ts';
import { type PrivacyTasks, privacySchedule, privacyTasks } from './tasks.ts';

type PrivacyModuleDeps = NeedsOf<typeof privacyHandlers> &
  NeedsOf<typeof privacyTasks> &
  ServeExportsDeps;

export const privacyModule: Module<PrivacyModuleDeps, PrivacyTasks> = {
  name: 'privacy',
  schedule: privacySchedule,
  create: (needs) => ({
    endpoints: [handle(privacyEndpoints, privacyHandlers(needs))],
    tasks: privacyTasks(needs),
    plugin: (app) => app.register(serveExports, needs),
  }),
};
