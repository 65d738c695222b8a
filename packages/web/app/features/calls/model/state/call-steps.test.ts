import { describe, expect, it } from 'vitest';
import {
  acceptedFor,
  after,
  apply,
  begins,
  bia,
  changed,
  foreign,
  foundCall,
  type Happening,
  isAccepted,
  LINK,
  mine,
  nothingFound,
  placed,
  rings,
  room,
  theirs,
} from '../testing/fake-happenings.ts';
import { type CallState, viewOf } from './call-state.ts';

const calling = after(placed, changed(mine, 'pending'));
const ringing = after(changed(theirs, 'pending'), rings);
const talking = apply(calling, acceptedFor(mine)).state;

const effectsOf = (state: CallState, happening: Happening) =>
  apply(state, happening).effects.map((effect) => effect.kind);

describe('what is shown', () => {
  it('shows the caller whom they call, and since when', () => {
    expect(viewOf(calling)).toEqual({
      status: 'pending',
      callerOrReceiver: 'caller',
      partner: bia,
      animationType: 'skype',
      placedAt: 1_000,
      answering: false,
    });
    expect(viewOf(apply(calling, changed(mine, 'opening')).state)).toMatchObject({
      answering: true,
    });
  });

  it('shows the callee who calls, by the name that the server says', () => {
    expect(viewOf(ringing)).toMatchObject({ callerOrReceiver: 'receiver', partner: bia });
    const met = apply(ringing, ['met', { ...bia, photoURL: '/b.png' }]).state;
    expect(viewOf(met)).toMatchObject({ partner: { photoURL: '/b.png' } });
    expect(apply(ringing, ['met', { ...bia, uid: 'caio' }]).state).toBe(ringing);
  });

  it('shows an accepted call with its room, and folds it', () => {
    expect(viewOf(talking)).toMatchObject({ acceptedAt: 2_000, room, folded: false, fresh: true });
    const folded = apply(talking, ['folded', { folded: true }]).state;
    expect(viewOf(folded)).toMatchObject({ folded: true });
    expect(apply(folded, ['folded', { folded: true }]).state).toBe(folded);
  });

  it('celebrates no call that it finds accepted', () => {
    const found = after(foundCall(theirs, isAccepted));
    expect(viewOf(found)).toMatchObject({ acceptedAt: 900, fresh: false, room });
  });
});

describe('the invite', () => {
  it('is opened once, where the call was placed', () => {
    const step = apply(calling, acceptedFor(mine));
    expect(step.effects).toEqual([{ kind: 'open', link: LINK }]);
    expect(effectsOf(step.state, acceptedFor(mine))).toEqual([]);
    const elsewhere = after(foundCall(mine));
    expect(effectsOf(elsewhere, acceptedFor(mine))).toEqual([]);
  });

  it('is opened once, where the call was answered', () => {
    const answering = apply(ringing, ['answered', theirs]).state;
    const step = apply(answering, ['roomMade', { ...theirs, room, at: 2_000 }]);
    expect(step.effects.map(({ kind }) => kind)).toEqual(['open', 'sendAccepted']);
    expect(effectsOf(step.state, ['roomMade', { ...theirs, room, at: 3_000 }])).toEqual([]);
  });

  it('is not opened after a reload, nor where both were moved', () => {
    expect(effectsOf(after(), foundCall(mine, isAccepted))).toEqual([]);
    const moved = { ...mine, invite_link: null, response: 'moved', at: 2_000 } as const;
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
    const told = { ...mine, invite_link, response: 'not_moved', at: 2_000 } as const;
    const step = apply(calling, ['callAccepted', told]);
    expect(step.effects).toEqual([]);
    expect(viewOf(step.state)).toMatchObject({ room: { invite_link: null } });
    const found = after(foundCall(mine, { ...isAccepted, room: { ...room, invite_link } }));
    expect(viewOf(found)).toMatchObject({ room: { invite_link: null } });
  });
});

describe('toasts', () => {
  it.each(['declined', 'missed', 'failed'] as const)('tells the caller of %s', (why) => {
    const { effects } = apply(calling, changed(mine, 'ended', why));
    expect(effects).toEqual([{ kind: 'tell', why, partner: bia }]);
  });

  it.each(['cancelled', 'left'] as const)('tells the caller nothing of %s', (outcome) => {
    expect(effectsOf(calling, changed(mine, 'ended', outcome))).toEqual([]);
  });

  it('shows the callee none', () => {
    for (const outcome of ['cancelled', 'declined', 'missed', 'failed'] as const) {
      expect(effectsOf(ringing, changed(theirs, 'ended', outcome))).toEqual([]);
    }
  });

  it('reports the lost room to both sides, and its end once', () => {
    const over = apply(talking, changed(mine, 'ended', 'emptied'));
    expect(over.effects).toEqual([{ kind: 'tell', why: 'emptied', partner: bia }]);
    expect(effectsOf(over.state, changed(mine, 'ended', 'emptied'))).toEqual([]);
    expect(effectsOf(over.state, ['callEnd', mine])).toEqual([]);
  });

  it('counts a call that nobody knows of any more as missed once its ring is over', () => {
    expect(effectsOf(calling, nothingFound)).toEqual([]);
    const late: Happening = ['found', { ...begins, at: 60_000, call: null }];
    expect(effectsOf(calling, late)).toEqual(['tell']);
    expect(effectsOf(ringing, late)).toEqual([]);
  });
});

describe('effects for the server', () => {
  it('include the end of a call, unless the other side has left already', () => {
    const said = (pair: typeof mine) => [
      { kind: 'sendEnd', pair },
      { kind: 'tellTabs', callId: 'c1' },
    ];
    expect(apply(calling, ['ended', {}]).effects).toEqual(said(mine));
    expect(apply(ringing, ['ended', {}]).effects).toEqual(said(theirs));
    expect(apply(talking, ['ended', {}]).effects).toEqual(said(mine));
    expect(effectsOf(after(placed), ['ended', {}])).toEqual(['sendEnd']);
    const left = apply(talking, changed(mine, 'ended', 'left')).state;
    expect(viewOf(left).status).toBe('accepted');
    expect(effectsOf(left, ['ended', {}])).toEqual(['tellTabs']);
  });

  it('is asked for a call that another page of the caller has placed', () => {
    expect(effectsOf(after(), changed(mine, 'pending'))).toEqual(['ask']);
    expect(effectsOf(after(), changed(theirs, 'pending'))).toEqual([]);
  });

  it('is asked for the room of a call that was being answered when the page was loaded', () => {
    const found = after(foundCall(theirs, { state: 'opening' }));
    expect(effectsOf(found, changed(theirs, 'accepted'))).toEqual(['ask']);
  });
});

describe('late, doubled and foreign events', () => {
  const events: Happening[] = [
    ['taken', foreign],
    ['refused', foreign],
    ['callEnd', foreign],
    acceptedFor(foreign),
    ['answered', foreign],
    ['unanswered', foreign],
    ['failed', foreign],
    ['roomMade', { ...foreign, room, at: 1 }],
  ];
  it.each(events)('%s of two others changes nothing', (...happening) => {
    for (const state of [after(), calling, ringing, talking]) {
      expect(apply(state, happening as Happening).state).toBe(state);
    }
  });

  it('keeps a call apart from the one before it of the same two', () => {
    const again = [placed, changed(mine, 'pending', null, 'c2')];
    const second = again.reduce(
      (state, one) => apply(state, one).state,
      apply(calling, ['ended', {}]).state,
    );
    const late = [changed(mine, 'ended', 'cancelled'), ['callEnd', mine] as Happening];
    const after = late.reduce((state, one) => apply(state, one).state, second);
    expect(viewOf(after).status).toBe('pending');
    // Its own end is heard all the same.
    expect(viewOf(apply(after, ['callEnd', mine]).state).status).toBe('free');
  });

  it('does not take an earlier call of the same two for one that is only being placed', () => {
    const again = apply(apply(calling, ['ended', {}]).state, placed).state;
    for (const state of ['pending', 'opening', 'accepted', 'ended'] as const) {
      const { line } = apply(again, changed(mine, state)).state;
      expect(line).toEqual(again.line);
    }
  });

  it('does not ring again for a call that is over, nor twice for the same', () => {
    expect(apply(ringing, rings).state).toBe(ringing);
    const declined = apply(ringing, ['ended', {}]).state;
    expect(viewOf(apply(declined, rings).state).status).toBe('free');
    expect(viewOf(apply(declined, foundCall(theirs)).state).status).toBe('free');
    expect(apply(talking, foundCall(mine, isAccepted)).state).toBe(talking);
  });

  it('rings on for the next call of the same person', () => {
    const declined = apply(ringing, ['ended', {}]).state;
    const announced = apply(declined, changed(theirs, 'pending', null, 'c2')).state;
    expect(viewOf(apply(announced, rings).state).status).toBe('pending');
  });

  it('drops an accepted call when another one rings', () => {
    const accepted = after(foundCall(theirs, isAccepted));
    const left = apply(accepted, changed(theirs, 'ended', 'left')).state;
    const announced = apply(left, changed(theirs, 'pending', null, 'c2')).state;
    const { state, effects } = apply(announced, rings);
    expect(viewOf(state).status).toBe('pending');
    expect(effects).toEqual([{ kind: 'meet', uid: 'bia' }]);
    expect(apply(state, changed(theirs, 'ended', 'left')).state.line).toBe(state.line);
  });

  it('shows the call of whoever was quicker when two call each other', () => {
    const both = [placed, changed(theirs, 'pending'), rings, ['refused', mine] as Happening];
    expect(viewOf(after(...both))).toMatchObject({ callerOrReceiver: 'receiver' });
    const refusedFirst = [
      placed,
      ['refused', mine] as Happening,
      changed(theirs, 'pending'),
      rings,
    ];
    expect(viewOf(after(...refusedFirst))).toMatchObject({ callerOrReceiver: 'receiver' });
  });

  it('is not ended by the event that tells other devices that this one answered', () => {
    const answered = [['answered', theirs] as Happening, changed(theirs, 'opening')];
    const settled = [...answered, changed(theirs, 'accepted'), ['callEnd', theirs] as Happening];
    const state = settled.reduce((one, happening) => apply(one, happening).state, ringing);
    expect(viewOf(state)).toMatchObject({ status: 'pending', answering: true });
  });

  it('never shows again on this page what another device has answered', () => {
    const elsewhere = apply(ringing, changed(theirs, 'opening')).state;
    expect(viewOf(apply(elsewhere, foundCall(theirs, isAccepted)).state).status).toBe('free');
  });
});
