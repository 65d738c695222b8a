import { brasiliaDayOf } from '@guilda/contract/brasilia-day';
import {
  isOfAgeOn,
  notOfAgeText,
  type PayoutProfile,
  type PayoutProfileInput,
} from '@guilda/contract/money/payout-profile';
import type { Person } from '../../../platform/actor.ts';
import type { DataEncryption } from '../../../platform/data-encryption.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Clock } from '../../../ports/clock.ts';
import { lockConfirmation } from '../../identity/index.ts';
import { lockOpenAccounts } from '../../users/index.ts';
import { decryptPayoutProfile, encryptPayoutProfile } from './encrypt-payout-profile.ts';
import { toPayoutProfile } from './get-payout-profile.ts';
import { lockPayoutProfile, savePayoutProfileRow } from './payout-profile-store.ts';
import type { PayoutProfileRow } from './payout-profiles-table.ts';

export interface SavePayoutProfileDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly dataEncryption: DataEncryption;
  /** Hours without withdrawals after a change of the profile; fractions are allowed, 0 blocks none. */
  readonly payoutProfileRestHours: number;
}

type SavePayoutProfileRefusal = 'invalid_input' | 'confirmation_required' | 'token_invalid';

interface SavePayoutProfileRequest {
  readonly profile: PayoutProfileInput;
  /** Proof of a fresh sign-in from the header `X-Confirmation`; empty when the request has none. */
  readonly confirmation: string;
}

const isSameProfile = (a: PayoutProfileInput | null, b: PayoutProfileInput): boolean =>
  a?.legalName === b.legalName && a.cpf === b.cpf && a.birthDate === b.birthDate;

/**
 * Saves the profile. A profile with the same data stays unchanged, so that a repeated request does not block
 * withdrawals.
 */
async function saveChangedProfile(
  { dataEncryption, payoutProfileRestHours }: SavePayoutProfileDeps,
  tx: Db,
  uid: string,
  profile: PayoutProfileInput,
): Promise<PayoutProfileRow> {
  const oldRow = await lockPayoutProfile(tx, uid);
  if (oldRow && isSameProfile(decryptPayoutProfile(dataEncryption, oldRow), profile)) return oldRow;
  const sealed = encryptPayoutProfile(dataEncryption, uid, profile);
  return savePayoutProfileRow(tx, { uid, sealed }, payoutProfileRestHours);
}

/**
 * Creates or changes the actor's payout profile (`docs/product/money.md`). A first profile can be used at once; a
 * change blocks withdrawals for a while. `invalid_input` for a person who is not 18 years old today in Brasília;
 * `confirmation_required` without a confirmation for `payout_profile`.
 */
export const savePayoutProfile =
  (deps: SavePayoutProfileDeps) =>
  async (
    actor: Person,
    { profile, confirmation }: SavePayoutProfileRequest,
  ): Promise<Result<{ profile: PayoutProfile }, SavePayoutProfileRefusal>> => {
    if (!isOfAgeOn(profile.birthDate, brasiliaDayOf(deps.clock.now())))
      return err('invalid_input', { issues: [{ path: 'birthDate', message: notOfAgeText }] });
    return deps.database.transaction(async (tx) => {
      const confirmationUse = { actor, purpose: 'payout_profile', confirmation } as const;
      const lockedConfirmation = await lockConfirmation(tx, confirmationUse);
      if (!lockedConfirmation) return err('confirmation_required');
      if (!(await lockOpenAccounts(tx, [actor.uid]))) return err('token_invalid');
      const row = await saveChangedProfile(deps, tx, actor.uid, profile);
      await lockedConfirmation.spend();
      return ok({ profile: toPayoutProfile(row, profile) });
    });
  };
