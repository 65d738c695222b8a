import type { Person } from '../../platform/actor.ts';
import type { ConnectionLife, EventHandlers, Told } from '../../platform/gateway/index.ts';
import { err } from '../../platform/result.ts';
import type { MessagingDeps } from './routes.ts';

export function messagingEvents(
  _deps: MessagingDeps,
): Pick<EventHandlers, 'sendMessage' | 'userTyping'> {
  const later = async () => err('unavailable');
  return { sendMessage: later, userTyping: later };
}

export function messagingLife(_deps: MessagingDeps): ConnectionLife {
  return { joined: async () => undefined, left: () => undefined };
}

export const nameConnection =
  ({ ids }: Pick<MessagingDeps, 'ids' | 'database'>) =>
  async (_actor: Person, _told: Told): Promise<string> =>
    `0.${ids.secret(9)}`;
