import { describe, expect, it } from 'vitest';
import { makeMessage, makePartner } from '../testing/fake-messages.ts';
import {
  currentPartner,
  emptyPartnerEntry,
  entryWithMessage,
  entryWithPartner,
  newestSeq,
  type PartnerEntry,
} from './partner-entry.ts';

const ownMessage = { senderId: 'ana', receiverId: 'bia' };
const biaPartner = (seq: number, unreadCount: number) =>
  makePartner('bia', { lastMessage: makeMessage(seq), unreadCount });
const unreadCountOf = (entry: PartnerEntry) => currentPartner(entry)?.unreadCount;

describe('a partner', () => {
  it('is unknown until the server has answered, whatever events came before', () => {
    const entryBeforeAnswer = entryWithMessage(emptyPartnerEntry, makeMessage(4));
    expect(currentPartner(entryBeforeAnswer)).toBeNull();
    expect(newestSeq(entryBeforeAnswer)).toBe(4);
    expect(unreadCountOf(entryWithPartner(entryBeforeAnswer, biaPartner(3, 1)))).toBe(2);
  });

  it('counts messages since the answer of the server, each once', () => {
    let entry = entryWithPartner(emptyPartnerEntry, biaPartner(3, 1));
    entry = entryWithMessage(entry, makeMessage(3));
    entry = entryWithMessage(entry, makeMessage(5));
    entry = entryWithMessage(entry, makeMessage(4, ownMessage));
    entry = entryWithMessage(entry, makeMessage(5));
    expect(currentPartner(entry)).toMatchObject({ unreadCount: 2, lastMessage: { seq: 5 } });
    entry = entryWithPartner(entry, biaPartner(5, 2));
    expect(unreadCountOf(entry)).toBe(2);
    expect(entry.newerMessages).toEqual([]);
  });

  it('counts no messages up to the read position, even when an old answer comes late', () => {
    const readEntry = { ...entryWithPartner(emptyPartnerEntry, biaPartner(5, 3)), ownReadSeq: 5 };
    expect(unreadCountOf(readEntry)).toBe(0);
    expect(unreadCountOf(entryWithPartner(readEntry, biaPartner(5, 3)))).toBe(0);
    expect(unreadCountOf(entryWithMessage(readEntry, makeMessage(6)))).toBe(1);
    expect(unreadCountOf(entryWithPartner(readEntry, biaPartner(7, 2)))).toBe(2);
  });

  it('counts only the messages after a read position in the middle', () => {
    const entry = entryWithPartner(emptyPartnerEntry, biaPartner(10, 8));
    expect(unreadCountOf({ ...entry, ownReadSeq: 5 })).toBe(5);
    expect(unreadCountOf({ ...entry, ownReadSeq: 1 })).toBe(8);
  });

  it('applies an older answer except for its messages', () => {
    const knownEntry = entryWithPartner(emptyPartnerEntry, biaPartner(5, 3));
    const latePartner = { ...biaPartner(4, 9), blocked: true, readSeq: 2 };
    const updatedPartner = currentPartner(
      entryWithPartner({ ...knownEntry, partnerReadSeq: 4 }, latePartner),
    );
    expect(updatedPartner).toMatchObject({
      blocked: true,
      unreadCount: 3,
      readSeq: 4,
      lastMessage: { seq: 5 },
    });
  });

  it('counts at most a hundred unread messages', () => {
    const entry = entryWithMessage(
      entryWithPartner(emptyPartnerEntry, biaPartner(200, 100)),
      makeMessage(201),
    );
    expect(unreadCountOf(entry)).toBe(100);
  });
});
