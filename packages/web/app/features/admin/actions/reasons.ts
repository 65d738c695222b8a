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
