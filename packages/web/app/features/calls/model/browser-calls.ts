import { browserClient } from '../../../lib/data/page-data.ts';
import { serverNowMs } from '../../../lib/format/server-time.ts';
import { browserRealtime } from '../../../lib/realtime/index.ts';
import { reloadUser, useSession } from '../../../lib/session/session.ts';
import { openTabChannel } from '../../../lib/session/tab-channel.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { openDiscordConsent } from '../../discord/index.ts';
import { openPersonCalls } from './call-client.ts';
import type { CallAccount, CallApi, CallPorts } from './call-ports.ts';
import { type Calls, createSessionCalls } from './session-calls.ts';

const callApi: CallApi = {
  current: async () => (await (await browserClient()).calls.getCurrentCall()).call,
  openRoom: async (caller_id, receiver_id) =>
    (await browserClient()).calls.openCallRoom({ body: { caller_id, receiver_id } }),
  person: async (uid) => (await browserClient()).users.getUser({ params: { buyerId: uid } }),
};

const connectAction = { label: 'Conectar Discord', run: openDiscordConsent };

const noAccount: CallAccount = { username: '', discordId: null };

const storedAccount = (): CallAccount => useSession.getState().user ?? noAccount;

/** Loads the signed-in person from the server and returns what the session then holds, which may be newer. */
async function fetchOwnAccount(): Promise<CallAccount> {
  const { users } = await browserClient();
  await reloadUser(() => users.getMe());
  return storedAccount();
}

function browserPorts(): Omit<CallPorts, 'tabs'> {
  return {
    api: callApi,
    connection: browserRealtime(),
    storedAccount,
    fetchAccount: fetchOwnAccount,
    showToast: ({ solvedByDiscord, ...note }) =>
      toast({ ...note, ...(solvedByDiscord && { action: connectAction }) }),
    openTab: (link) => void window.open(link, '_blank', 'noopener,noreferrer'),
    after: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    now: Date.now,
    deviceTime: (instant) => Date.parse(instant) - (serverNowMs() - Date.now()),
    random: Math.random,
  };
}

let currentCalls: Calls | null = null;

/** Returns the calls of the signed-in person on this device. Must not be called on the server. */
export function browserCalls(): Calls {
  if (currentCalls) return currentCalls;
  // The realtime connection must subscribe to the session before the calls do.
  const ports = browserPorts();
  currentCalls = createSessionCalls({
    uid: () => useSession.getState().user?.uid ?? null,
    onChange: (listener) => void useSession.subscribe(listener),
    open: (uid, onViewChange) => {
      const tabs = openTabChannel<string>(`guilda-calls/${uid}`);
      const personCalls = openPersonCalls(uid, { ...ports, tabs }, onViewChange);
      return {
        ...personCalls,
        stop: () => {
          personCalls.stop();
          tabs.close();
        },
      };
    },
  });
  return currentCalls;
}
