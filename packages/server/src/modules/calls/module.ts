import { callEndpoints } from '@guilda/contract/chat/calls';
import { handle, type Module } from '../../platform/module.ts';
import type { CallDeps } from './call-deps.ts';
import { callEvents, callHandlers } from './routes.ts';
import { type CallTasks, callSchedule, callTasks } from './tasks.ts';

export const callsModule: Module<CallDeps, CallTasks> = {
  name: 'calls',
  schedule: callSchedule,
  create: (needs) => ({
    endpoints: [handle(callEndpoints, callHandlers(needs))],
    tasks: callTasks(needs),
    events: callEvents(needs),
  }),
};
