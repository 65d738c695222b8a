import { presenceEndpoints } from '@guilda/contract/chat/presence';
import { handle, type Module } from '../../platform/module.ts';
import { presenceConnectionLifecycle, presenceEvents } from './events.ts';
import type { Presence } from './presence.ts';
import { presenceHandlers } from './routes.ts';

export const presenceModule: Module<{ readonly presence: Presence }> = {
  name: 'presence',
  create: ({ presence }) => ({
    endpoints: [handle(presenceEndpoints, presenceHandlers({ presence }))],
    events: presenceEvents(presence),
    connections: presenceConnectionLifecycle(presence),
  }),
};
