import type { presenceEndpoints } from '@guilda/contract/chat/presence';
import { visitor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { ok } from '../../platform/result.ts';
import type { Presence } from './presence.ts';

export function presenceHandlers({
  presence,
}: {
  readonly presence: Pick<Presence, 'onlineUids' | 'statusFor'>;
}): Handlers<typeof presenceEndpoints> {
  return {
    countOnline: async () => {
      const statusOf = presence.statusFor(visitor);
      const visibleUids = presence.onlineUids().filter((uid) => statusOf(uid) === 'online');
      return ok({ online: visibleUids.length });
    },
  };
}
