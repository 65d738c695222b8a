import { describe, expect, it } from 'vitest';
import {
  acceptedCallFields,
  acceptedEventFor,
  animationStart,
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
  noCallFound,
  placedCallToBia,
  stateAfter,
} from '../testing/call-event-builders.ts';
import { callViewOf, type PersonCallsState } from './call-state.ts';

const calling = stateAfter(placedCallToBia, callChanged(callByAna, 'pending'));
const ringingState = stateAfter(callChanged(callByBia, 'pending'), callFromBia);
const talkingState = applyEvent(calling, acceptedEventFor(callByAna)).state;

const effectsOf = (state: PersonCallsState, happening: CallEvent) =>
  applyEvent(state, happening).effects.map((effect) => effect.kind);

describe('what is shown', () => {
  it('shows the caller whom they call, and since when', () => {
    expect(callViewOf(calling)).toEqual({
      status: 'pending',
      callerOrReceiver: 'caller',
      partner: biaPartner,
      animationType: 'skype',
      placedAt: 1_000,
      answering: false,
    });
    expect(callViewOf(applyEvent(calling, callChanged(callByAna, 'opening')).state)).toMatchObject({
      answering: true,
    });
  });

  it('shows the callee who calls, by the name that the server says', () => {
    expect(callViewOf(ringingState)).toMatchObject({
      callerOrReceiver: 'receiver',
      partner: biaPartner,
    });
    const met = applyEvent(ringingState, [
      'partnerLoaded',
      { ...biaPartner, photoURL: '/b.png' },
    ]).state;
    expect(callViewOf(met)).toMatchObject({ partner: { photoURL: '/b.png' } });
    expect(applyEvent(ringingState, ['partnerLoaded', { ...biaPartner, uid: 'caio' }]).state).toBe(
      ringingState,
    );
  });

  it('shows an accepted call with its room, and folds it', () => {
    expect(callViewOf(talkingState)).toMatchObject({
      acceptedAt: 2_000,
      room: callRoom,
      folded: false,
      fresh: true,
    });
    const folded = applyEvent(talkingState, ['folded', { folded: true }]).state;
    expect(callViewOf(folded)).toMatchObject({ folded: true });
    expect(applyEvent(folded, ['folded', { folded: true }]).state).toBe(folded);
  });

  it('celebrates no call that it finds accepted', () => {
    const found = stateAfter(foundCallEvent(callByBia, acceptedCallFields));
    expect(callViewOf(found)).toMatchObject({ acceptedAt: 900, fresh: false, room: callRoom });
  });
});

describe('the invite', () => {
  it('is opened once, where the call was placed', () => {
    const step = applyEvent(calling, acceptedEventFor(callByAna));
    expect(step.effects).toEqual([{ kind: 'openInvite', link: INVITE_LINK }]);
    expect(effectsOf(step.state, acceptedEventFor(callByAna))).toEqual([]);
    const elsewhere = stateAfter(foundCallEvent(callByAna));
    expect(effectsOf(elsewhere, acceptedEventFor(callByAna))).toEqual([]);
  });

  it('is opened once, where the call was answered', () => {
    const answering = applyEvent(ringingState, ['answered', callByBia]).state;
    const step = applyEvent(answering, ['roomMade', { ...callByBia, room: callRoom, at: 2_000 }]);
    expect(step.effects.map(({ kind }) => kind)).toEqual(['openInvite', 'sendAccepted']);
    expect(
      effectsOf(step.state, ['roomMade', { ...callByBia, room: callRoom, at: 3_000 }]),
    ).toEqual([]);
  });

  it('is not opened after a reload, nor where both were moved', () => {
    expect(effectsOf(stateAfter(), foundCallEvent(callByAna, acceptedCallFields))).toEqual([]);
    const moved = { ...callByAna, invite_link: null, response: 'moved', at: 2_000 } as const;
    expect(effectsOf(calling, ['callAccepted', moved])).toEqual([]);
  });

  it.each([
    'javascript:alert(1)',
    'https://discord.gg@evil.example/abc',
    'https://evil.example/discord.gg/abc',
    'http://discord.gg/abc123',
    'https://discord.gg/abc123\nhttps://evil.example',
    'https://discord.gg/../abc',
  ])('is neither shown nor opened when it leads to %j', (invite_link) => {
    const accepted = { ...callByAna, invite_link, response: 'not_moved', at: 2_000 } as const;
    const step = applyEvent(calling, ['callAccepted', accepted]);
    expect(step.effects).toEqual([]);
    expect(callViewOf(step.state)).toMatchObject({ room: { invite_link: null } });
    const found = stateAfter(
      foundCallEvent(callByAna, { ...acceptedCallFields, room: { ...callRoom, invite_link } }),
    );
    expect(callViewOf(found)).toMatchObject({ room: { invite_link: null } });
  });
});

describe('toasts', () => {
  it.each(['declined', 'missed', 'failed'] as const)('shows %s to the caller', (why) => {
    const { effects } = applyEvent(calling, callChanged(callByAna, 'ended', why));
    expect(effects).toEqual([{ kind: 'notify', why, partner: biaPartner }]);
  });

  it.each(['cancelled', 'left'] as const)('does not show %s to the caller', (outcome) => {
    expect(effectsOf(calling, callChanged(callByAna, 'ended', outcome))).toEqual([]);
  });

  it('shows the callee none', () => {
    for (const outcome of ['cancelled', 'declined', 'missed', 'failed'] as const) {
      expect(effectsOf(ringingState, callChanged(callByBia, 'ended', outcome))).toEqual([]);
    }
  });

  it('reports the lost room to both sides, and its end once', () => {
    const over = applyEvent(talkingState, callChanged(callByAna, 'ended', 'emptied'));
    expect(over.effects).toEqual([{ kind: 'notify', why: 'emptied', partner: biaPartner }]);
    expect(effectsOf(over.state, callChanged(callByAna, 'ended', 'emptied'))).toEqual([]);
    expect(effectsOf(over.state, ['callEnd', callByAna])).toEqual([]);
  });

  it('counts a call that nobody knows of any more as missed once its ring is over', () => {
    expect(effectsOf(calling, noCallFound)).toEqual([]);
    const late: CallEvent = ['found', { ...animationStart, at: 60_000, call: null }];
    expect(effectsOf(calling, late)).toEqual(['notify']);
    expect(effectsOf(ringingState, late)).toEqual([]);
  });
});

describe('effects for the server', () => {
  it('include the end of a call, unless the other side has left already', () => {
    const said = (pair: typeof callByAna) => [
      { kind: 'sendEnd', pair },
      { kind: 'notifyTabs', callId: 'c1' },
    ];
    expect(applyEvent(calling, ['ended', {}]).effects).toEqual(said(callByAna));
    expect(applyEvent(ringingState, ['ended', {}]).effects).toEqual(said(callByBia));
    expect(applyEvent(talkingState, ['ended', {}]).effects).toEqual(said(callByAna));
    expect(effectsOf(stateAfter(placedCallToBia), ['ended', {}])).toEqual(['sendEnd']);
    const left = applyEvent(talkingState, callChanged(callByAna, 'ended', 'left')).state;
    expect(callViewOf(left).status).toBe('accepted');
    expect(effectsOf(left, ['ended', {}])).toEqual(['notifyTabs']);
  });

  it('is asked for a call that another page of the caller has placed', () => {
    expect(effectsOf(stateAfter(), callChanged(callByAna, 'pending'))).toEqual(['loadCall']);
    expect(effectsOf(stateAfter(), callChanged(callByBia, 'pending'))).toEqual([]);
  });

  it('is asked for the room of a call that was being answered when the page was loaded', () => {
    const found = stateAfter(foundCallEvent(callByBia, { state: 'opening' }));
    expect(effectsOf(found, callChanged(callByBia, 'accepted'))).toEqual(['loadCall']);
  });
});

describe('late, doubled and foreign events', () => {
  const events: CallEvent[] = [
    ['ringingConfirmed', callOfOthers],
    ['refused', callOfOthers],
    ['callEnd', callOfOthers],
    acceptedEventFor(callOfOthers),
    ['answered', callOfOthers],
    ['acceptFailed', callOfOthers],
    ['failed', callOfOthers],
    ['roomMade', { ...callOfOthers, room: callRoom, at: 1 }],
  ];
  it.each(events)('%s of two others changes nothing', (...happening) => {
    for (const state of [stateAfter(), calling, ringingState, talkingState]) {
      expect(applyEvent(state, happening as CallEvent).state).toBe(state);
    }
  });

  it('keeps a call apart from the one before it of the same two', () => {
    const again = [placedCallToBia, callChanged(callByAna, 'pending', null, 'c2')];
    const second = again.reduce(
      (state, one) => applyEvent(state, one).state,
      applyEvent(calling, ['ended', {}]).state,
    );
    const late = [
      callChanged(callByAna, 'ended', 'cancelled'),
      ['callEnd', callByAna] as CallEvent,
    ];
    const after = late.reduce((state, one) => applyEvent(state, one).state, second);
    expect(callViewOf(after).status).toBe('pending');
    // The call's own end is handled all the same.
    expect(callViewOf(applyEvent(after, ['callEnd', callByAna]).state).status).toBe('free');
  });

  it('does not take an earlier call of the same two for one that is only being placed', () => {
    const again = applyEvent(applyEvent(calling, ['ended', {}]).state, placedCallToBia).state;
    for (const state of ['pending', 'opening', 'accepted', 'ended'] as const) {
      const { phase } = applyEvent(again, callChanged(callByAna, state)).state;
      expect(phase).toEqual(again.phase);
    }
  });

  it('does not ring again for a call that is over, nor twice for the same', () => {
    expect(applyEvent(ringingState, callFromBia).state).toBe(ringingState);
    const declined = applyEvent(ringingState, ['ended', {}]).state;
    expect(callViewOf(applyEvent(declined, callFromBia).state).status).toBe('free');
    expect(callViewOf(applyEvent(declined, foundCallEvent(callByBia)).state).status).toBe('free');
    expect(applyEvent(talkingState, foundCallEvent(callByAna, acceptedCallFields)).state).toBe(
      talkingState,
    );
  });

  it('rings on for the next call of the same person', () => {
    const declined = applyEvent(ringingState, ['ended', {}]).state;
    const announced = applyEvent(declined, callChanged(callByBia, 'pending', null, 'c2')).state;
    expect(callViewOf(applyEvent(announced, callFromBia).state).status).toBe('pending');
  });

  it('drops an accepted call when another one rings', () => {
    const accepted = stateAfter(foundCallEvent(callByBia, acceptedCallFields));
    const left = applyEvent(accepted, callChanged(callByBia, 'ended', 'left')).state;
    const announced = applyEvent(left, callChanged(callByBia, 'pending', null, 'c2')).state;
    const { state, effects } = applyEvent(announced, callFromBia);
    expect(callViewOf(state).status).toBe('pending');
    expect(effects).toEqual([{ kind: 'loadPhoto', uid: 'bia' }]);
    expect(applyEvent(state, callChanged(callByBia, 'ended', 'left')).state.phase).toBe(
      state.phase,
    );
  });

  it('shows the call of whoever was quicker when two call each other', () => {
    const both = [
      placedCallToBia,
      callChanged(callByBia, 'pending'),
      callFromBia,
      ['refused', callByAna] as CallEvent,
    ];
    expect(callViewOf(stateAfter(...both))).toMatchObject({ callerOrReceiver: 'receiver' });
    const refusedFirst = [
      placedCallToBia,
      ['refused', callByAna] as CallEvent,
      callChanged(callByBia, 'pending'),
      callFromBia,
    ];
    expect(callViewOf(stateAfter(...refusedFirst))).toMatchObject({ callerOrReceiver: 'receiver' });
  });

  it('is not ended by the event for other devices that this one answered', () => {
    const answered = [['answered', callByBia] as CallEvent, callChanged(callByBia, 'opening')];
    const settled = [
      ...answered,
      callChanged(callByBia, 'accepted'),
      ['callEnd', callByBia] as CallEvent,
    ];
    const state = settled.reduce(
      (one, happening) => applyEvent(one, happening).state,
      ringingState,
    );
    expect(callViewOf(state)).toMatchObject({ status: 'pending', answering: true });
  });

  it('never shows again on this page what another device has answered', () => {
    const elsewhere = applyEvent(ringingState, callChanged(callByBia, 'opening')).state;
    expect(
      callViewOf(applyEvent(elsewhere, foundCallEvent(callByBia, acceptedCallFields)).state).status,
    ).toBe('free');
  });
});
