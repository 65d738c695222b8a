import { describe, expect, it } from 'vitest';
import { ageActionsFor } from './available-actions.ts';

describe('the action about the age of a person', () => {
  it.each([
    [null, null, 'require_age'],
    [null, 16, 'require_age'],
    [null, 18, null],
    [16, null, 'require_age'],
    [16, 16, null],
    [16, 18, null],
    [18, 16, 'require_age'],
    [18, 18, null],
  ] as const)(
    'with the account age %s and the proven age %s is %s',
    (accountAge, verifiedAge, action) => {
      const actions = ageActionsFor({ ageRequired: false, verifiedAge }, accountAge);
      expect(actions.map((each) => each.action)).toEqual(action === null ? [] : [action]);
    },
  );

  it('ends the age requirement where there is one', () => {
    const actions = ageActionsFor({ ageRequired: true, verifiedAge: null }, 16);
    expect(actions.map((each) => each.action)).toEqual(['waive_age']);
  });
});
