import { expect, test } from 'vitest';
import type { AcceptedCall, PendingCall } from '../model/state/call-view.ts';
import {
  clickableInviteLink,
  overlayStageOf,
  ringingCallerName,
  sheetCallOf,
  tuneOf,
} from './stage.ts';

const partner = { uid: 'u2', name: 'MiraFina77', photoURL: null };

const incoming: PendingCall = {
  status: 'pending',
  callerOrReceiver: 'receiver',
  partner,
  animationType: 'skype',
  placedAt: 0,
  answering: false,
};
const outgoing: PendingCall = { ...incoming, callerOrReceiver: 'caller' };
const acceptedCall: AcceptedCall = {
  status: 'accepted',
  callerOrReceiver: 'caller',
  partner,
  animationType: 'discord',
  acceptedAt: 0,
  room: { invite_link: null, response: 'moved' },
  folded: false,
  fresh: true,
};
const foldedCall: AcceptedCall = { ...acceptedCall, folded: true };
const freeStage = { status: 'free' } as const;

test('a call is on a sheet until it is folded', () => {
  const views = [freeStage, incoming, outgoing, acceptedCall, foldedCall];
  expect(views.map(overlayStageOf)).toEqual([
    'nothing',
    'incoming',
    'outgoing',
    'accepted',
    'folded',
  ]);
  expect(views.map(sheetCallOf)).toEqual([null, incoming, outgoing, acceptedCall, null]);
});

test('plays the ringtone for the callee and the ringback for the caller, only while it rings', () => {
  expect(tuneOf(incoming, false)).toBe('skype');
  expect(tuneOf({ ...incoming, animationType: 'discord' }, false)).toBe('discord');
  expect(tuneOf(outgoing, false)).toBe('ringback');
  for (const view of [
    freeStage,
    acceptedCall,
    foldedCall,
    { ...incoming, answering: true },
    { ...outgoing, answering: true },
  ])
    expect(tuneOf(view, false)).toBeNull();
});

test('plays nothing on a muted device', () => {
  expect([incoming, outgoing].map((view) => tuneOf(view, true))).toEqual([null, null]);
});

test('flashes the title and vibrates only for a call that can still be answered', () => {
  expect(ringingCallerName(incoming)).toBe('MiraFina77');
  for (const view of [
    freeStage,
    outgoing,
    acceptedCall,
    foldedCall,
    { ...incoming, answering: true },
  ])
    expect(ringingCallerName(view)).toBeNull();
});

test('only an invite to Discord is followed', () => {
  const ofLink = (invite_link: string | null) =>
    clickableInviteLink({ invite_link, response: 'not_moved' });
  expect(ofLink('https://discord.gg/abc123')).toBe('https://discord.gg/abc123');
  for (const link of [
    null,
    '',
    'javascript:alert(1)',
    'http://discord.gg/abc123',
    'https://discord.gg.example.com/abc123',
    'https://discord.gg/abc123?next=https://example.com',
    'https://discord.gg/abc123\nhttps://example.com',
  ])
    expect(ofLink(link)).toBeNull();
});
