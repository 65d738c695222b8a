import type { PayoutProfileInput } from '@guilda/contract/money/payout-profile';
import { z } from 'zod';
import type { DataEncryption } from '../../../platform/data-encryption.ts';

/** The receiver of a withdrawal as far as an administrator must know: without the date of birth. */
export type Payee = Pick<PayoutProfileInput, 'legalName' | 'cpf'>;

const payeeSchema = z.object({ legalName: z.string(), cpf: z.string() });
const profileSchema = payeeSchema.extend({ birthDate: z.string() });

/** Each row has its own encryption context, so that encrypted data cannot be moved to another person or withdrawal. */
const profileContext = (uid: string) => `payout profile ${uid}`;
const payeeContext = (withdrawalId: string) => `payee ${withdrawalId}`;

function decryptAs<T>(schema: z.ZodType<T>, text: string | null): T | null {
  return text === null ? null : schema.parse(JSON.parse(text));
}

export function encryptPayoutProfile(
  dataEncryption: DataEncryption,
  uid: string,
  profile: PayoutProfileInput,
): Buffer {
  const { legalName, cpf, birthDate } = profile;
  return dataEncryption.encrypt(JSON.stringify({ legalName, cpf, birthDate }), profileContext(uid));
}

/** Decrypts a payout profile; null when its key no longer exists. */
export function decryptPayoutProfile(
  dataEncryption: DataEncryption,
  { uid, sealed }: { readonly uid: string; readonly sealed: Buffer },
): PayoutProfileInput | null {
  return decryptAs(profileSchema, dataEncryption.decrypt(sealed, profileContext(uid)));
}

export function encryptPayee(
  dataEncryption: DataEncryption,
  withdrawalId: string,
  payee: Payee,
): Buffer {
  const { legalName, cpf } = payee;
  return dataEncryption.encrypt(JSON.stringify({ legalName, cpf }), payeeContext(withdrawalId));
}

/** Decrypts the payee of a withdrawal; null when its key no longer exists. */
export function decryptPayee(
  dataEncryption: DataEncryption,
  withdrawalId: string,
  sealed: Buffer,
): Payee | null {
  return decryptAs(payeeSchema, dataEncryption.decrypt(sealed, payeeContext(withdrawalId)));
}

/** Masks a CPF except for its last two digits: `***.***.***-09`. */
export const maskCpf = (cpf: string): string => `***.***.***-${cpf.slice(-2)}`;
