import { describe, expect, it } from 'vitest';
import {
  acceptedCallFields,
  acceptedEventFor,
  applyEvent,
  biaPartner,
  type CallEvent,
  callByAna,
  callByBia,
  callChanged,
  callFromBia,
  callOfOthers,
  callRoom,
  foundCallEvent,
  INVITE_LINK,
  initialValues,
  noCallFound,
  placedCallToBia,
  stateAfter,
} from '../testing/call-event-builders.ts';
import { callViewOf, type PersonCallsState } from './call-state.ts';

const callingState = stateAfter(placedCallToBia, callChanged(callByAna, 'pending'));
const ringingState = stateAfter(callChanged(callByBia, 'pending'), callFromBia);
const talkingState = applyEvent(callingState, acceptedEventFor(callByAna)).state;

const effectsAfter = (state: PersonCallsState, event: CallEvent) =>
  applyEvent(state, event).effects.map((effect) => effect.kind);

describe('what is shown', () => {
  it('is the callee and the start of the call, for the caller', () => {
    expect(callViewOf(callingState)).toEqual({
      status: 'pending',
      callerOrReceiver: 'caller',
      partner: biaPartner,
      animationType: 'skype',
      placedAt: 1_000,
      answering: false,
    });
    expect(
      callViewOf(applyEvent(callingState, callChanged(callByAna, 'opening')).state),
    ).toMatchObject({
      answering: true,
    });
  });

  it('is the caller with the name from the server, for the callee', () => {
    expect(callViewOf(ringingState)).toMatchObject({
      callerOrReceiver: 'receiver',
      partner: biaPartner,
    });
    const stateWithPhoto = applyEvent(ringingState, [
      'partnerLoaded',
      { ...biaPartner, photoURL: '/b.png' },
    ]).state;
    expect(callViewOf(stateWithPhoto)).toMatchObject({ partner: { photoURL: '/b.png' } });
    expect(applyEvent(ringingState, ['partnerLoaded', { ...biaPartner, uid: 'caio' }]).state).toBe(
      ringingState,
    );
  });

  it('is an accepted call with its room, which can be folded', () => {
    expect(callViewOf(talkingState)).toMatchObject({
      acceptedAt: 2_000,
      room: callRoom,
      folded: false,
      justAccepted: true,
    });
    const foldedState = applyEvent(talkingState, ['folded', { folded: true }]).state;
    expect(callViewOf(foldedState)).toMatchObject({ folded: true });
    expect(applyEvent(foldedState, ['folded', { folded: true }]).state).toBe(foldedState);
  });

  it('is no celebration for a call that was accepted earlier', () => {
    const foundState = stateAfter(foundCallEvent(callByBia, acceptedCallFields));
    expect(callViewOf(foundState)).toMatchObject({
      acceptedAt: 900,
      justAccepted: false,
      room: callRoom,
    });
  });
});

describe('the invite', () => {
  it('is opened once on the device that placed the call', () => {
    const step = applyEvent(callingState, acceptedEventFor(callByAna));
    expect(step.effects).toEqual([{ kind: 'openInvite', link: INVITE_LINK }]);
    expect(effectsAfter(step.state, acceptedEventFor(callByAna))).toEqual([]);
    const foundState = stateAfter(foundCallEvent(callByAna));
    expect(effectsAfter(foundState, acceptedEventFor(callByAna))).toEqual([]);
  });

  it('is opened once on the device that answered the call', () => {
    const answeringState = applyEvent(ringingState, ['answered', callByBia]).state;
    const step = applyEvent(answeringState, [
      'roomMade',
      { ...callByBia, room: callRoom, nowMs: 2_000 },
    ]);
    expect(step.effects.map(({ kind }) => kind)).toEqual(['openInvite', 'sendAccepted']);
    expect(
      effectsAfter(step.state, ['roomMade', { ...callByBia, room: callRoom, nowMs: 3_000 }]),
    ).toEqual([]);
  });

  it('is not opened after a reload, nor when both people were moved', () => {
    expect(effectsAfter(stateAfter(), foundCallEvent(callByAna, acceptedCallFields))).toEqual([]);
    const payload = { ...callByAna, invite_link: null, response: 'moved', nowMs: 2_000 } as const;
    expect(effectsAfter(callingState, ['callAccepted', payload])).toEqual([]);
  });

  it.each([
    'javascript:alert(1)',
    'https://discord.gg@evil.example/abc',
    'https://evil.example/discord.gg/abc',
    'http://discord.gg/abc123',
    'https://discord.gg/abc123\nhttps://evil.example',
    'https://discord.gg/../abc',
  ])('is neither shown nor opened when it leads to %j', (invite_link) => {
    const payload = { ...callByAna, invite_link, response: 'not_moved', nowMs: 2_000 } as const;
    const step = applyEvent(callingState, ['callAccepted', payload]);
    expect(step.effects).toEqual([]);
    expect(callViewOf(step.state)).toMatchObject({ room: { invite_link: null } });
    const foundState = stateAfter(
      foundCallEvent(callByAna, { ...acceptedCallFields, room: { ...callRoom, invite_link } }),
    );
    expect(callViewOf(foundState)).toMatchObject({ room: { invite_link: null } });
  });
});

describe('toasts', () => {
  it.each(['declined', 'missed', 'failed'] as const)('shows %s to the caller', (outcome) => {
    const { effects } = applyEvent(callingState, callChanged(callByAna, 'ended', outcome));
    expect(effects).toEqual([{ kind: 'notify', ending: outcome, partner: biaPartner }]);
  });

  it.each(['cancelled', 'left'] as const)('does not show %s to the caller', (outcome) => {
    expect(effectsAfter(callingState, callChanged(callByAna, 'ended', outcome))).toEqual([]);
  });

  it('are not shown to the callee', () => {
    for (const outcome of ['cancelled', 'declined', 'missed', 'failed'] as const) {
      expect(effectsAfter(ringingState, callChanged(callByBia, 'ended', outcome))).toEqual([]);
    }
  });

  it('reports the lost room to both sides, and its end once', () => {
    const step = applyEvent(talkingState, callChanged(callByAna, 'ended', 'emptied'));
    expect(step.effects).toEqual([{ kind: 'notify', ending: 'emptied', partner: biaPartner }]);
    expect(effectsAfter(step.state, callChanged(callByAna, 'ended', 'emptied'))).toEqual([]);
    expect(effectsAfter(step.state, ['callEnd', callByAna])).toEqual([]);
  });

  it('report a call as missed that the server does not know any more after the ring time', () => {
    expect(effectsAfter(callingState, noCallFound)).toEqual([]);
    const lateEvent: CallEvent = ['found', { ...initialValues, nowMs: 60_000, call: null }];
    expect(effectsAfter(callingState, lateEvent)).toEqual(['notify']);
    expect(effectsAfter(ringingState, lateEvent)).toEqual([]);
  });
});

describe('effects for the server', () => {
  it('include the end of a call, unless the other person has left already', () => {
    const endEvents = (pair: typeof callByAna) => [
      { kind: 'sendEnd', call: { ...pair, callId: 'c1' } },
      { kind: 'notifyTabs', callId: 'c1' },
    ];
    expect(applyEvent(callingState, ['ended', {}]).effects).toEqual(endEvents(callByAna));
    expect(applyEvent(ringingState, ['ended', {}]).effects).toEqual(endEvents(callByBia));
    expect(applyEvent(talkingState, ['ended', {}]).effects).toEqual(endEvents(callByAna));
    expect(effectsAfter(stateAfter(placedCallToBia), ['ended', {}])).toEqual(['sendEnd']);
    const leftState = applyEvent(talkingState, callChanged(callByAna, 'ended', 'left')).state;
    expect(callViewOf(leftState).status).toBe('accepted');
    expect(effectsAfter(leftState, ['ended', {}])).toEqual(['notifyTabs']);
  });

  it('include a request for a call that another page of the caller has placed', () => {
    expect(effectsAfter(stateAfter(), callChanged(callByAna, 'pending'))).toEqual(['loadCall']);
    expect(effectsAfter(stateAfter(), callChanged(callByBia, 'pending'))).toEqual([]);
  });

  it('include a request for the room of a call that was being answered when the page was loaded', () => {
    const foundState = stateAfter(foundCallEvent(callByBia, { state: 'opening' }));
    expect(effectsAfter(foundState, callChanged(callByBia, 'accepted'))).toEqual(['loadCall']);
  });
});

describe('late, repeated and unrelated events', () => {
  const events: CallEvent[] = [
    ['ringingConfirmed', callOfOthers],
    ['refused', callOfOthers],
    ['callEnd', callOfOthers],
    acceptedEventFor(callOfOthers),
    ['answered', callOfOthers],
    ['acceptFailed', callOfOthers],
    ['failed', callOfOthers],
    ['roomMade', { ...callOfOthers, room: callRoom, nowMs: 1 }],
  ];
  it.each(events)('%s of two other people changes nothing', (...event) => {
    for (const state of [stateAfter(), callingState, ringingState, talkingState]) {
      expect(applyEvent(state, event as CallEvent).state).toBe(state);
    }
  });

  it('do not mix up two calls of the same people', () => {
    const secondCall = [placedCallToBia, callChanged(callByAna, 'pending', null, 'c2')];
    const newState = secondCall.reduce(
      (state, event) => applyEvent(state, event).state,
      applyEvent(callingState, ['ended', {}]).state,
    );
    const lateEvents = [
      callChanged(callByAna, 'ended', 'cancelled'),
      ['callEnd', callByAna] as CallEvent,
    ];
    const lastState = lateEvents.reduce((state, event) => applyEvent(state, event).state, newState);
    expect(callViewOf(lastState).status).toBe('pending');
    // The first `callEnd` belonged to the earlier call; a second one ends the current call.
    expect(callViewOf(applyEvent(lastState, ['callEnd', callByAna]).state).status).toBe('free');
  });

  it('do not confuse an earlier call of the same people with one that is being placed', () => {
    const placingState = applyEvent(
      applyEvent(callingState, ['ended', {}]).state,
      placedCallToBia,
    ).state;
    for (const state of ['pending', 'opening', 'accepted', 'ended'] as const) {
      const { phase } = applyEvent(placingState, callChanged(callByAna, state)).state;
      expect(phase).toEqual(placingState.phase);
    }
  });

  it('do not let an ended call ring again, nor a call twice', () => {
    expect(applyEvent(ringingState, callFromBia).state).toBe(ringingState);
    const endState = applyEvent(ringingState, ['ended', {}]).state;
    expect(callViewOf(applyEvent(endState, callFromBia).state).status).toBe('free');
    expect(callViewOf(applyEvent(endState, foundCallEvent(callByBia)).state).status).toBe('free');
    expect(applyEvent(talkingState, foundCallEvent(callByAna, acceptedCallFields)).state).toBe(
      talkingState,
    );
  });

  it('keep ringing for the next call of the same person', () => {
    const endState = applyEvent(ringingState, ['ended', {}]).state;
    const nextState = applyEvent(endState, callChanged(callByBia, 'pending', null, 'c2')).state;
    expect(callViewOf(applyEvent(nextState, callFromBia).state).status).toBe('pending');
  });

  it('replace an accepted call when another one rings', () => {
    const acceptedState = stateAfter(foundCallEvent(callByBia, acceptedCallFields));
    const leftState = applyEvent(acceptedState, callChanged(callByBia, 'ended', 'left')).state;
    const nextState = applyEvent(leftState, callChanged(callByBia, 'pending', null, 'c2')).state;
    const { state, effects } = applyEvent(nextState, callFromBia);
    expect(callViewOf(state).status).toBe('pending');
    expect(effects).toEqual([{ kind: 'loadPhoto', uid: 'bia' }]);
    expect(applyEvent(state, callChanged(callByBia, 'ended', 'left')).state.phase).toBe(
      state.phase,
    );
  });

  it('show the earlier call when two people call each other', () => {
    const crossingCalls = [
      placedCallToBia,
      callChanged(callByBia, 'pending'),
      callFromBia,
      ['refused', callByAna] as CallEvent,
    ];
    expect(callViewOf(stateAfter(...crossingCalls))).toMatchObject({
      callerOrReceiver: 'receiver',
    });
    const refusedFirst = [
      placedCallToBia,
      ['refused', callByAna] as CallEvent,
      callChanged(callByBia, 'pending'),
      callFromBia,
    ];
    expect(callViewOf(stateAfter(...refusedFirst))).toMatchObject({ callerOrReceiver: 'receiver' });
  });

  it('do not end a call because of the event that this device answered it', () => {
    const acceptedEvents = [
      ['answered', callByBia] as CallEvent,
      callChanged(callByBia, 'opening'),
      callChanged(callByBia, 'accepted'),
      ['callEnd', callByBia] as CallEvent,
    ];
    const lastState = acceptedEvents.reduce(
      (state, event) => applyEvent(state, event).state,
      ringingState,
    );
    expect(callViewOf(lastState)).toMatchObject({ status: 'pending', answering: true });
  });

  it('do not show a call again that another device has answered', () => {
    const quietState = applyEvent(ringingState, callChanged(callByBia, 'opening')).state;
    expect(
      callViewOf(applyEvent(quietState, foundCallEvent(callByBia, acceptedCallFields)).state)
        .status,
    ).toBe('free');
  });
});
