import { expect, test } from 'vitest';
import type { AcceptedCall, PendingCall } from '../model/state/call-view.ts';
import {
  clickableInviteLink,
  overlayStageOf,
  ringingCallerName,
  sheetCallOf,
  tuneOf,
} from './stage.ts';

const partnerPerson = { uid: 'u2', name: 'MiraFina77', photoURL: null };

const incomingCall: PendingCall = {
  status: 'pending',
  callerOrReceiver: 'receiver',
  partner: partnerPerson,
  animationType: 'skype',
  placedAt: 0,
  answering: false,
};
const outgoingCall: PendingCall = { ...incomingCall, callerOrReceiver: 'caller' };
const acceptedCall: AcceptedCall = {
  status: 'accepted',
  callerOrReceiver: 'caller',
  partner: partnerPerson,
  animationType: 'discord',
  acceptedAt: 0,
  room: { invite_link: null, response: 'moved' },
  folded: false,
  justAccepted: true,
};
const foldedCall: AcceptedCall = { ...acceptedCall, folded: true };
const freeStage = { status: 'free' } as const;

test('a call is shown on a sheet until it is folded', () => {
  const views = [freeStage, incomingCall, outgoingCall, acceptedCall, foldedCall];
  expect(views.map(overlayStageOf)).toEqual([
    'nothing',
    'incoming',
    'outgoing',
    'accepted',
    'folded',
  ]);
  expect(views.map(sheetCallOf)).toEqual([null, incomingCall, outgoingCall, acceptedCall, null]);
});

test('the stage plays the ringtone for the callee and the ringback for the caller, only while the call rings', () => {
  expect(tuneOf(incomingCall, false)).toBe('skype');
  expect(tuneOf({ ...incomingCall, animationType: 'discord' }, false)).toBe('discord');
  expect(tuneOf(outgoingCall, false)).toBe('ringback');
  for (const view of [
    freeStage,
    acceptedCall,
    foldedCall,
    { ...incomingCall, answering: true },
    { ...outgoingCall, answering: true },
  ])
    expect(tuneOf(view, false)).toBeNull();
});

test('the stage plays nothing on a muted device', () => {
  expect([incomingCall, outgoingCall].map((view) => tuneOf(view, true))).toEqual([null, null]);
});

test('the stage flashes the title and vibrates only for a call that can still be answered', () => {
  expect(ringingCallerName(incomingCall)).toBe('MiraFina77');
  for (const view of [
    freeStage,
    outgoingCall,
    acceptedCall,
    foldedCall,
    { ...incomingCall, answering: true },
  ])
    expect(ringingCallerName(view)).toBeNull();
});

test('the stage follows only an invite to Discord', () => {
  const clickableLinkFor = (invite_link: string | null) =>
    clickableInviteLink({ invite_link, response: 'not_moved' });
  expect(clickableLinkFor('https://discord.gg/abc123')).toBe('https://discord.gg/abc123');
  for (const link of [
    null,
    '',
    'javascript:alert(1)',
    'http://discord.gg/abc123',
    'https://discord.gg.example.com/abc123',
    'https://discord.gg/abc123?next=https://example.com',
    'https://discord.gg/abc123\nhttps://example.com',
  ])
    expect(clickableLinkFor(link)).toBeNull();
});
