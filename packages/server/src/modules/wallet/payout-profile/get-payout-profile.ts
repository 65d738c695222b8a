import type { PayoutProfile, PayoutProfileInput } from '@guilda/contract/money/payout-profile';
import type { Person } from '../../../platform/actor.ts';
import type { DataEncryption } from '../../../platform/data-encryption.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { ok, type Result } from '../../../platform/result.ts';
import { decryptPayoutProfile, maskCpf } from './encrypt-payout-profile.ts';
import { findPayoutProfile } from './payout-profile-store.ts';
import type { PayoutProfileRow } from './payout-profiles-table.ts';

export interface GetPayoutProfileDeps {
  readonly database: Pick<Database, 'db'>;
  readonly dataEncryption: DataEncryption;
}

/** A payout profile as its owner sees it, with a masked CPF and without the date of birth. */
export function toPayoutProfile(
  { verifiedAt, usableFrom }: Pick<PayoutProfileRow, 'verifiedAt' | 'usableFrom'>,
  { legalName, cpf }: Pick<PayoutProfileInput, 'legalName' | 'cpf'>,
): PayoutProfile {
  return {
    legalName,
    cpf: maskCpf(cpf),
    verifiedAt: verifiedAt.toISOString(),
    usableFrom: usableFrom.toISOString(),
  };
}

/** The actor's payout profile; null when there is none, and when it cannot be decrypted any more. */
export const getPayoutProfile =
  ({ database: { db }, dataEncryption }: GetPayoutProfileDeps) =>
  async (actor: Person): Promise<Result<{ profile: PayoutProfile | null }, never>> => {
    const row = await findPayoutProfile(db, actor.uid);
    const decryptedProfile = row && decryptPayoutProfile(dataEncryption, row);
    return ok({ profile: row && decryptedProfile ? toPayoutProfile(row, decryptedProfile) : null });
  };
