import type { Module } from '../../platform/module.ts';
import { presenceConnectionLifecycle, presenceEvents } from './events.ts';
import type { Presence } from './presence.ts';

export const presenceModule: Module<{ readonly presence: Presence }> = {
  name: 'presence',
  create: ({ presence }) => ({
    events: presenceEvents(presence),
    connections: presenceConnectionLifecycle(presence),
  }),
};
