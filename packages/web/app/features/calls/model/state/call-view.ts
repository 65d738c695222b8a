import type { CallRoom } from '@guilda/contract/chat/calls';

/** The other person of a call. The photo may be loaded after the name. */
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

/** A ringing call as components render it, on the caller's or on the callee's page. */
export interface PendingCall extends CallBase {
  readonly status: 'pending';
  /** When the call was placed, in ms of this device's clock. */
  readonly placedAt: number;
  /** Whether the call was answered, on any device, and its room is being created. */
  readonly answering: boolean;
}

/** An accepted call as components render it; both people may join its Discord room. */
export interface AcceptedCall extends CallBase {
  readonly status: 'accepted';
  /** When the call was accepted, in ms of this device's clock. */
  readonly acceptedAt: number;
  readonly room: CallRoom;
  /** Whether the call is shown as a strip, so that the page below can be used. */
  readonly folded: boolean;
  /**
   * Whether the call was accepted while this page showed it ringing; false if the page loaded it as already accepted.
   */
  readonly justAccepted: boolean;
}

/** The call as components render it. */
export type CallView = { readonly status: 'free' } | PendingCall | AcceptedCall;

/** Actions of the signed-in person on calls. */
export interface CallActions {
  /** Places a call after checking the rules; shows a toast when it is not possible. */
  place(
    callee: CallPartner & { readonly discordId: string | null; readonly canBeCalled: boolean },
  ): Promise<void>;
  accept(): Promise<void>;
  /** Declines an incoming call, cancels an outgoing one or ends an accepted one. */
  end(): void;
  fold(): void;
  unfold(): void;
}
