/**
 * Purposes of a confirmation of the person's identity (`docs/product/accounts.md`): requesting a withdrawal, changing
 * the payout profile, a decision of the team about money, or an authority package. A confirmation is valid for one
 * purpose only.
 */
export const confirmationPurposes = [
  'withdrawal',
  'payout_profile',
  'admin_money',
  'authority_package',
] as const;
export type ConfirmationPurpose = (typeof confirmationPurposes)[number];

/** Name of the request header that contains a confirmation. */
export const CONFIRMATION_HEADER = 'x-confirmation';
