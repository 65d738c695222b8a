import { describe, expect, it } from 'vitest';
import { makeMessage, makePartner } from '../testing/fake-messages.ts';
import {
  newestSeq,
  type PartnerEntry,
  partnerNow,
  unknownPartner,
  withMessage,
  withPartner,
} from './partner-entry.ts';

const mine = { senderId: 'ana', receiverId: 'bia' };
const bia = (seq: number, unreadCount: number) =>
  makePartner('bia', { lastMessage: makeMessage(seq), unreadCount });
const unread = (entry: PartnerEntry) => partnerNow(entry)?.unreadCount;

describe('a partner', () => {
  it('is unknown until the server was asked, whatever came before', () => {
    const heard = withMessage(unknownPartner, makeMessage(4));
    expect(partnerNow(heard)).toBeNull();
    expect(newestSeq(heard)).toBe(4);
    expect(unread(withPartner(heard, bia(3, 1)))).toBe(2);
  });

  it('counts what came since the server was asked, and no message twice', () => {
    let entry = withPartner(unknownPartner, bia(3, 1));
    entry = withMessage(entry, makeMessage(3));
    entry = withMessage(entry, makeMessage(5));
    entry = withMessage(entry, makeMessage(4, mine));
    entry = withMessage(entry, makeMessage(5));
    expect(partnerNow(entry)).toMatchObject({ unreadCount: 2, lastMessage: { seq: 5 } });
    entry = withPartner(entry, bia(5, 2));
    expect(unread(entry)).toBe(2);
    expect(entry.live).toEqual([]);
  });

  it('counts nothing up to where the person has read, even when an old answer comes late', () => {
    const read = { ...withPartner(unknownPartner, bia(5, 3)), readUpTo: 5 };
    expect(unread(read)).toBe(0);
    expect(unread(withPartner(read, bia(5, 3)))).toBe(0);
    expect(unread(withMessage(read, makeMessage(6)))).toBe(1);
    expect(unread(withPartner(read, bia(7, 2)))).toBe(2);
  });

  it('applies an older answer except for its messages', () => {
    const known = withPartner(unknownPartner, bia(5, 3));
    const late = { ...bia(4, 9), blocked: true, readSeq: 2 };
    const now = partnerNow(withPartner({ ...known, readSeq: 4 }, late));
    expect(now).toMatchObject({
      blocked: true,
      unreadCount: 3,
      readSeq: 4,
      lastMessage: { seq: 5 },
    });
  });

  it('counts up to a hundred', () => {
    const entry = withMessage(withPartner(unknownPartner, bia(200, 100)), makeMessage(201));
    expect(unread(entry)).toBe(100);
  });
});
