import { describe, expect, it } from 'vitest';
import { type CallPolicyInput, callRefusalOf } from './call-policy.ts';

const side = { discordId: '1', canBeCalled: true, open: true };
const fine: CallPolicyInput = { caller: side, callee: side, blocked: false };

describe('the rules of calling', () => {
  it('allow a regular call', () => {
    expect(callRefusalOf(fine)).toBeNull();
    // Whether the caller accepts calls, and whether the callee has linked Discord, does not matter here.
    expect(callRefusalOf({ ...fine, caller: { ...side, canBeCalled: false } })).toBeNull();
    expect(callRefusalOf({ ...fine, callee: { ...side, discordId: null } })).toBeNull();
  });

  it('are checked in order', () => {
    const wrong = { discordId: null, canBeCalled: false, open: false };
    const steps = [
      [{ caller: null, callee: null, blocked: true }, 'user_not_found'],
      [{ caller: null, callee: wrong, blocked: true }, 'forbidden'],
      [{ caller: wrong, callee: wrong, blocked: true }, 'caller_without_discord'],
      [{ caller: side, callee: wrong, blocked: true }, 'blocked'],
      [{ caller: side, callee: { ...side, canBeCalled: false }, blocked: false }, 'calls_off'],
      [{ caller: side, callee: { ...side, open: false }, blocked: false }, 'calls_off'],
    ] as const;
    for (const [facts, code] of steps) expect(callRefusalOf(facts)).toBe(code);
  });
});
