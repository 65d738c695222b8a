import type { OwnUser, PublicUser } from '@guilda/contract/accounts/users';
import type { CallRoom, CurrentCall } from '@guilda/contract/chat/calls';
import type { RealtimeClient } from '../../../lib/realtime/realtime.ts';
import type { TabChannel } from '../../../lib/session/tab-channel.ts';

/** The content of a toast about a call. */
export interface CallToast {
  readonly title: string;
  readonly text: string;
  readonly tone: 'error' | 'notice';
  /** Whether connecting Discord solves the problem; the toast then has a button for that. */
  readonly solvedByDiscord?: true;
}

/** The API requests of calls; each rejects with `ApiError` when the server refuses it. */
export interface CallApi {
  current(): Promise<CurrentCall | null>;
  /** Accepts the ringing call; the parameters are the Discord ids of caller and callee. */
  openRoom(callerDiscordId: string, ownDiscordId: string): Promise<CallRoom>;
  person(uid: string): Promise<Pick<PublicUser, 'photoURL' | 'canBeCalled'>>;
}

/** The fields of the signed-in person that a call needs. */
export type CallAccount = Pick<OwnUser, 'username' | 'discordId'>;

export interface CallPorts {
  readonly api: CallApi;
  readonly connection: Pick<RealtimeClient, 'on' | 'send' | 'getState' | 'subscribe'>;
  /** The person's own data as stored on this device. */
  storedAccount(): CallAccount;
  /**
   * Loads the person's own data from the server, because Discord may have been linked in another tab. Rejects without a
   * connection.
   */
  fetchAccount(): Promise<CallAccount>;
  /** Channel to the person's other tabs; its messages are ids of calls that were ended in one tab. */
  readonly tabs: Pick<TabChannel<string>, 'post' | 'subscribe'>;
  showToast(toast: CallToast): void;
  /** Opens an invite in a new tab without access to this one (`noopener`); the browser may refuse to open it. */
  openTab(link: string): void;
  /** Runs `work` after `ms`, unless the returned function is called first. */
  after(ms: number, work: () => void): () => void;
  /** Time of this device's clock, in ms since the epoch. */
  now(): number;
  /** Converts a timestamp of the server to this device's clock, in ms since the epoch. */
  deviceTime(instant: string): number;
  /** Random number from 0 to 1. */
  random(): number;
}
