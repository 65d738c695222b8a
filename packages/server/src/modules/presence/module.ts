import type { Module } from '../../platform/module.ts';
import { presenceEvents, presenceLife } from './events.ts';
import type { Presence } from './presence.ts';

export const presenceModule: Module<{ readonly presence: Presence }> = {
  name: 'presence',
  create: ({ presence }) => ({
    events: presenceEvents(presence),
    connections: presenceLife(presence),
  }),
};
