import type { CallRoom, CurrentCall } from '@guilda/contract/calls';
import type { OwnUser, PublicUser } from '@guilda/contract/users';
import type { RealtimeClient } from '../../../lib/realtime/realtime.ts';
import type { TabChannel } from '../../../lib/session/tab-channel.ts';

/** The content of a toast about a call. */
export interface CallToast {
  readonly title: string;
  readonly text: string;
  readonly tone: 'error' | 'notice';
}

/** The API requests of calls; each rejects with `ApiError` when the server refuses it. */
export interface CallApi {
  current(): Promise<CurrentCall | null>;
  /** Accepts the call that rings, by the ids both have at Discord. */
  openRoom(callerDiscordId: string, ownDiscordId: string): Promise<CallRoom>;
  person(uid: string): Promise<Pick<PublicUser, 'photoURL' | 'canBeCalled'>>;
}

/** The signed-in person, as far as a call needs them. */
export type CallAccount = Pick<OwnUser, 'username' | 'discordId'>;

export interface CallPorts {
  readonly api: CallApi;
  readonly connection: Pick<RealtimeClient, 'on' | 'send' | 'getState' | 'subscribe'>;
  /** The person as stored on this device. */
  storedAccount(): CallAccount;
  /** Reads the own account from the server, because another tab may have linked Discord. Rejects without a connection. */
  fetchAccount(): Promise<CallAccount>;
  /** The person's other tabs, which receive the id of a call that was ended in one of them. */
  readonly tabs: Pick<TabChannel<string>, 'post' | 'subscribe'>;
  showNote(note: CallToast): void;
  /** Opens an invite in a new tab that knows nothing of this one; the browser may refuse. */
  openTab(link: string): void;
  /** Runs `work` after `ms`, unless the returned function is called before. */
  after(ms: number, work: () => void): () => void;
  /** This device's clock, in ms since the epoch. */
  now(): number;
  /** An instant of the server by this device's clock, in ms since the epoch. */
  deviceTime(instant: string): number;
  /** From 0 to 1. */
  random(): number;
}
