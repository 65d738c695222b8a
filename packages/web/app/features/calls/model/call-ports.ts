import type { CallRoom, CurrentCall } from '@guilda/contract/calls';
import type { OwnUser, PublicUser } from '@guilda/contract/users';
import type { Realtime } from '../../../lib/realtime/realtime.ts';

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

/** The person's other tabs in this browser. */
export interface CallTabs {
  /** This call was ended here: the others have nothing to show of it either. */
  tellEnded(callId: string): void;
  /** Hears the others until the returned function is called. */
  onEnded(listener: (callId: string) => void): () => void;
}

export interface CallPorts {
  readonly api: CallApi;
  readonly line: Pick<Realtime, 'on' | 'send' | 'getState' | 'subscribe'>;
  /** As this device keeps them. */
  self(): Self;
  /** As the server knows them now: another tab may have linked Discord. Rejects where it cannot be asked. */
  askSelf(): Promise<Self>;
  readonly tabs: CallTabs;
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
