import type { OwnUser } from '@guilda/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { browserClient } from '../../lib/page-data.ts';
import { keepPerson } from '../../lib/session.ts';
import type { Arrival } from './arrival.ts';
import { arrivalWords, failureWords, type Linking, linkAccount } from './linking.ts';

/** Nothing was handed in: the account says how it stands. */
const standing = (arrival: Exclude<Arrival, { kind: 'consent' }>, linked: boolean): Linking =>
  arrival.kind === 'none' && linked
    ? { kind: 'linked' }
    : { kind: 'unlinked', words: arrivalWords[arrival.kind] };

/** Links the account that somebody came back from Discord with, once. */
export function useLinking(arrival: Arrival, user: OwnUser): Linking {
  const queryClient = useQueryClient();
  const [linking, setLinking] = useState<Linking>({ kind: 'working' });
  const started = useRef(false);
  useEffect(() => {
    if (arrival.kind !== 'consent' || started.current) return;
    started.current = true;
    const link = async () => {
      const { discord, users } = await browserClient();
      const asked = { linkDiscord: discord.linkDiscord, getMe: () => users.getMe() };
      keepPerson(await linkAccount(asked, arrival));
      setLinking({ kind: 'linked' });
      // The badge, and who may be called, show in many places.
      void queryClient.invalidateQueries();
    };
    link().catch((error: unknown) => setLinking({ kind: 'unlinked', words: failureWords(error) }));
  }, [arrival, queryClient]);
  return arrival.kind === 'consent' ? linking : standing(arrival, user.discordId !== null);
}
