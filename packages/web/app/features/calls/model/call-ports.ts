import type { CallRoom, CurrentCall } from '@guilda/contract/calls';
import type { OwnUser, PublicUser } from '@guilda/contract/users';
import type { Realtime } from '../../../lib/realtime/realtime.ts';
import type { TabChannel } from '../../../lib/tab-channel.ts';

/** What a person reads about a call, as a toast. */
export interface CallNote {
  readonly title: string;
  readonly text: string;
  readonly tone: 'error' | 'notice';
}

/** What calls ask of the API; each rejects with `ApiError` where it is refused. */
export interface CallApi {
  current(): Promise<CurrentCall | null>;
  /** Accepts the call that rings, by the ids both have at Discord. */
  openRoom(callerDiscordId: string, ownDiscordId: string): Promise<CallRoom>;
  person(uid: string): Promise<Pick<PublicUser, 'photoURL' | 'canBeCalled'>>;
}

/** The signed-in person, as far as a call needs them. */
export type Self = Pick<OwnUser, 'username' | 'discordId'>;

export interface CallPorts {
  readonly api: CallApi;
  readonly line: Pick<Realtime, 'on' | 'send' | 'getState' | 'subscribe'>;
  /** As this device keeps them. */
  self(): Self;
  /** As the server knows them now: another tab may have linked Discord. Rejects where it cannot be asked. */
  askSelf(): Promise<Self>;
  /** The person's other tabs, told the id of a call that was ended in one of them. */
  readonly tabs: Pick<TabChannel<string>, 'tell' | 'hear'>;
  tell(note: CallNote): void;
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
