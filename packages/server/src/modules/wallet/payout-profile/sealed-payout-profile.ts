import type { PayoutProfileInput } from '@guilda/contract/payout-profile';
import { z } from 'zod';
import type { DataSealer } from '../../../platform/sealed-data.ts';

/** Who is paid a withdrawal: what an administrator needs for it, without the date of birth. */
export type Payee = Pick<PayoutProfileInput, 'legalName' | 'cpf'>;

const payeeSchema = z.object({ legalName: z.string(), cpf: z.string() });
const profileSchema = payeeSchema.extend({ birthDate: z.string() });

/** Each row has a context of its own, so that sealed data cannot be moved to another person or withdrawal. */
const profileContext = (uid: string) => `payout profile ${uid}`;
const payeeContext = (withdrawalId: string) => `payee ${withdrawalId}`;

function openAs<T>(schema: z.ZodType<T>, text: string | null): T | null {
  return text === null ? null : schema.parse(JSON.parse(text));
}

export function sealProfile(sealer: DataSealer, uid: string, profile: PayoutProfileInput): Buffer {
  const { legalName, cpf, birthDate } = profile;
  return sealer.seal(JSON.stringify({ legalName, cpf, birthDate }), profileContext(uid));
}

/** Decrypts a payout profile; null when its key is not there any more. */
export function openProfile(
  sealer: DataSealer,
  { uid, sealed }: { readonly uid: string; readonly sealed: Buffer },
): PayoutProfileInput | null {
  return openAs(profileSchema, sealer.open(sealed, profileContext(uid)));
}

export function sealPayee(sealer: DataSealer, withdrawalId: string, payee: Payee): Buffer {
  const { legalName, cpf } = payee;
  return sealer.seal(JSON.stringify({ legalName, cpf }), payeeContext(withdrawalId));
}

/** Decrypts the payee of a withdrawal; null when its key is not there any more. */
export function openPayee(sealer: DataSealer, withdrawalId: string, sealed: Buffer): Payee | null {
  return openAs(payeeSchema, sealer.open(sealed, payeeContext(withdrawalId)));
}

/** A CPF of which the last two digits are shown: `***.***.***-09`. */
export const maskCpf = (cpf: string): string => `***.***.***-${cpf.slice(-2)}`;
