import type { CallRoom } from '@guilda/contract/calls';

/** The other side of a call, as far as it is known; a photo may come after the name. */
export interface CallPartner {
  readonly uid: string;
  readonly name: string;
  readonly photoURL: string | null;
}

/** The style of ringtone and motion of a call, chosen at random. */
export type AnimationType = 'discord' | 'skype';

interface CallBase {
  readonly callerOrReceiver: 'caller' | 'receiver';
  readonly partner: CallPartner;
  readonly animationType: AnimationType;
}

/** Calling or being called. */
export interface PendingCall extends CallBase {
  readonly status: 'pending';
  /** When it was placed, in ms of this device's clock. */
  readonly placedAt: number;
  /** Whether the call was answered, on any device, and its room is being created. */
  readonly answering: boolean;
}

/** Both may go to the room. */
export interface AcceptedCall extends CallBase {
  readonly status: 'accepted';
  readonly acceptedAt: number;
  readonly room: CallRoom;
  /** Shown as a strip, so that the page below can be used. */
  readonly folded: boolean;
  /** Whether it was accepted on this page just now, which is celebrated, or found again after a reload. */
  readonly fresh: boolean;
}

/** The call as it is shown. */
export type CallView = { readonly status: 'free' } | PendingCall | AcceptedCall;

/** Commands of a person. */
export interface CallActions {
  /** Places a call after checking the rules; shows a toast when it is not possible. */
  place(
    callee: CallPartner & { readonly discordId: string | null; readonly canBeCalled: boolean },
  ): Promise<void>;
  accept(): Promise<void>;
  /** Declines, cancels or ends, whichever there is. */
  end(): void;
  fold(): void;
  unfold(): void;
}
