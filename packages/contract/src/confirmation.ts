/**
 * What a confirmation of the person's identity is for (`docs/product/accounts.md`): requesting a withdrawal, changing
 * the payout profile, a decision of the team about money, or a package for an authority. A confirmation is good for one purpose only.
 */
export const confirmationPurposes = [
  'withdrawal',
  'payout_profile',
  'admin_money',
  'authority_package',
] as const;
export type ConfirmationPurpose = (typeof confirmationPurposes)[number];

/** Name of the request header that carries a confirmation. */
export const CONFIRMATION_HEADER = 'x-confirmation';
