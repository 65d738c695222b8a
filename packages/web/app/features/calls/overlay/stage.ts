import { type CallRoom, inviteUrlPattern } from '@guilda/contract/chat/calls';
import type { AcceptedCall, CallView, PendingCall } from '../model/state/call-view.ts';
import type { TuneName } from './sound/tunes.ts';

/** A call that covers the page. */
export type SheetCall = PendingCall | AcceptedCall;

/** How a call is shown: a sheet of one of three kinds, a strip, or not at all. */
export type OverlayStage = 'incoming' | 'outgoing' | 'accepted' | 'folded' | 'nothing';

export function overlayStageOf(view: CallView): OverlayStage {
  if (view.status === 'free') return 'nothing';
  if (view.status === 'accepted') return view.folded ? 'folded' : 'accepted';
  return view.callerOrReceiver === 'receiver' ? 'incoming' : 'outgoing';
}

/** The call that covers the page; null when there is none. */
export function sheetCallOf(view: CallView): SheetCall | null {
  return view.status === 'free' || overlayStageOf(view) === 'folded' ? null : view;
}

/** The current tune: ringtone of an incoming call, ringback tone of an outgoing one. */
export function tuneOf(view: CallView, isMuted: boolean): TuneName | null {
  if (isMuted || view.status !== 'pending' || view.answering) return null;
  return view.callerOrReceiver === 'receiver' ? view.animationType : 'ringback';
}

/** Name of the caller while this device can answer an incoming call; null otherwise. */
export function ringingCallerName(view: CallView): string | null {
  const isRinging =
    overlayStageOf(view) === 'incoming' && view.status === 'pending' && !view.answering;
  return isRinging ? view.partner.name : null;
}

/** The invite link of a room if it leads to Discord; null otherwise. */
export function clickableInviteLink({ invite_link: link }: CallRoom): string | null {
  return link !== null && inviteUrlPattern.test(link) ? link : null;
}
