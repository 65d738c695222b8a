import type { OwnUser } from '@guilda/contract/accounts/users';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { invalidateAll } from '../../lib/data/invalidate-all.ts';
import { browserClient } from '../../lib/data/page-data.ts';
import { storeUser } from '../../lib/session/session.ts';
import type { CallbackResult } from './callback-result.ts';
import {
  callbackTexts,
  type DiscordLinkState,
  failureText,
  linkDiscordAccount,
} from './link-account.ts';

/** State for a callback URL without a usable authorization code of Discord. */
const unlinkedState = (
  result: Exclude<CallbackResult, { kind: 'consent' }>,
  isLinked: boolean,
): DiscordLinkState =>
  result.kind === 'none' && isLinked
    ? { kind: 'linked' }
    : { kind: 'unlinked', message: callbackTexts[result.kind] };

/** Sends Discord's authorization code from the callback URL to the server once; returns the state of linking. */
export function useLinkAccount(callbackResult: CallbackResult, user: OwnUser): DiscordLinkState {
  const queryClient = useQueryClient();
  const [linking, setLinking] = useState<DiscordLinkState>({ kind: 'working' });
  const hasStarted = useRef(false);
  useEffect(() => {
    if (callbackResult.kind !== 'consent' || hasStarted.current) return;
    hasStarted.current = true;
    const link = async () => {
      const { discord, users } = await browserClient();
      const client = { linkDiscord: discord.linkDiscord, getMe: () => users.getMe() };
      storeUser(await linkDiscordAccount(client, callbackResult));
      setLinking({ kind: 'linked' });
      // The verified badge and the permission to call are shown in many places, so everything is refetched.
      void invalidateAll(queryClient);
    };
    link().catch((error: unknown) => setLinking({ kind: 'unlinked', message: failureText(error) }));
  }, [callbackResult, queryClient]);
  return callbackResult.kind === 'consent'
    ? linking
    : unlinkedState(callbackResult, user.discordId !== null);
}
