import { describe, expect, it } from 'vitest';
import { type CallPolicyInput, callRefusalOf } from './call-policy.ts';

const allowedParty = { discordId: '1', canBeCalled: true, isProfileVisible: true };
const allowedInput: CallPolicyInput = {
  caller: allowedParty,
  callee: allowedParty,
  isBlocked: false,
};

describe('the rules of calling', () => {
  it('allow a regular call', () => {
    expect(callRefusalOf(allowedInput)).toBeNull();
    // Whether the caller accepts calls, and whether the callee has linked Discord, does not matter here.
    expect(
      callRefusalOf({ ...allowedInput, caller: { ...allowedParty, canBeCalled: false } }),
    ).toBeNull();
    expect(
      callRefusalOf({ ...allowedInput, callee: { ...allowedParty, discordId: null } }),
    ).toBeNull();
  });

  it('are checked in order', () => {
    const refusedParty = { discordId: null, canBeCalled: false, isProfileVisible: false };
    const refusalCases = [
      [{ caller: null, callee: null, isBlocked: true }, 'user_not_found'],
      [{ caller: null, callee: refusedParty, isBlocked: true }, 'forbidden'],
      [{ caller: refusedParty, callee: refusedParty, isBlocked: true }, 'caller_without_discord'],
      [{ caller: allowedParty, callee: refusedParty, isBlocked: true }, 'blocked'],
      [
        { caller: allowedParty, callee: { ...allowedParty, canBeCalled: false }, isBlocked: false },
        'calls_off',
      ],
      [
        {
          caller: allowedParty,
          callee: { ...allowedParty, isProfileVisible: false },
          isBlocked: false,
        },
        'calls_off',
      ],
    ] as const;
    for (const [facts, code] of refusalCases) expect(callRefusalOf(facts)).toBe(code);
  });
});
