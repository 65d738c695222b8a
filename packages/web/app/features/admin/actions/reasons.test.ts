import { moderationActions } from '@guilda/contract/moderation/moderation-actions';
import { expect, it } from 'vitest';
import { favourableReasons, reasonsForAction } from './reasons.ts';

it('offers favourable reasons for exactly the actions that undo a restriction', () => {
  const undoingActions = moderationActions.filter(
    (action) => reasonsForAction(action) === favourableReasons,
  );
  expect(undoingActions.toSorted()).toEqual(['lift', 'restore', 'unblur', 'waive_age']);
});
