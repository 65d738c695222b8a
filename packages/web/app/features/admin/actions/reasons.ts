import type { ModerationAction } from '@guilda/contract/moderation/moderation-actions';

/** Reasons offered as buttons for actions that restrict a person. */
export const unfavourableReasons: readonly string[] = [
  'Ofende ou ameaça outra pessoa.',
  'Cobra por fora da Guilda.',
  'É spam ou propaganda repetida.',
  'Conteúdo adulto sem a marca +18.',
];

/** Reasons offered as buttons for actions that undo a restriction. */
export const favourableReasons: readonly string[] = [
  'Olhamos de novo e você tem razão.',
  'A decisão foi rigorosa demais.',
];

/** Actions that undo a restriction. */
const undoingActions: ReadonlySet<ModerationAction> = new Set([
  'restore',
  'unblur',
  'lift',
  'waive_age',
]);

/** The reasons offered as buttons for an action. */
export const reasonsForAction = (action: ModerationAction): readonly string[] =>
  undoingActions.has(action) ? favourableReasons : unfavourableReasons;
