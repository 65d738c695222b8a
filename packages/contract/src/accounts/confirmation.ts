/**
 * Purposes of a confirmation, which proves a fresh sign-in (`docs/product/accounts.md`): requesting a withdrawal,
 * changing the payout profile, a decision of the team about money, or creating an authority package. A confirmation is
 * valid for one purpose only.
 */
export const confirmationPurposes = [
  'withdrawal',
  'payout_profile',
  'admin_money',
  'authority_package',
] as const;
export type ConfirmationPurpose = (typeof confirmationPurposes)[number];

/** Name of the request header with a confirmation, which proves a fresh sign-in. */
export const CONFIRMATION_HEADER = 'x-confirmation';
