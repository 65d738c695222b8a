import { instant } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { requiredText } from '../text.ts';
import { parseCpf } from './pix.ts';

/**
 * Whether a person born on `birthDate` is of age on `day`, both `yyyy-mm-dd`. A person born on 29 February comes of age
 * on 1 March of a year without that day.
 */
export function isOfAgeOn(birthDate: string, day: string): boolean {
  const comingOfAgeYear = String(Number(birthDate.slice(0, 4)) + limits.payoutAge).padStart(4, '0');
  return day >= `${comingOfAgeYear}${birthDate.slice(4)}`;
}

/** pt-BR text of the refusal of a person who is not of age. */
export const notOfAgeText = 'Para sacar é preciso ter 18 anos ou mais.';

/** Schema of a CPF with or without punctuation, converted to its eleven digits. */
const cpfInput = z.string({ error: 'CPF obrigatório' }).transform((typed, context): string => {
  const text = typed.trim();
  const cpf = parseCpf(text);
  if (cpf === null) {
    context.addIssue({
      code: 'custom',
      message: text === '' ? 'CPF obrigatório' : 'CPF inválido.',
    });
    return z.NEVER;
  }
  return cpf;
});

/** Why a text cannot be a legal name; null when it can. */
function legalNameProblem(name: string): string | null {
  if (name.length < limits.legalName.min) return 'Escreva o nome completo.';
  return /^[^\n\t]+$/.test(name) && /\p{L}/u.test(name) ? null : 'Nome inválido.';
}

const legalNameInput = requiredText(limits.legalName.max, 'Nome completo obrigatório').pipe(
  z.string().superRefine((name, context) => {
    const message = legalNameProblem(name);
    if (message) context.addIssue({ code: 'custom', message });
  }),
);

const invalidBirthDateText = 'Data de nascimento inválida.';

const isPossibleBirthDate = (date: string): boolean =>
  z.iso.date().safeParse(date).success && date >= limits.earliestBirthDate;

const birthDateInput = z
  .string({ error: 'Data de nascimento obrigatória' })
  .superRefine((date, context) => {
    if (isPossibleBirthDate(date)) return;
    const message = date === '' ? 'Data de nascimento obrigatória' : invalidBirthDateText;
    context.addIssue({ code: 'custom', message });
  });

/**
 * Schema of the payout profile as typed. The minimum age depends on the day and is therefore checked separately, by
 * `isOfAgeOn`.
 */
export const payoutProfileInput = z.strictObject({
  legalName: legalNameInput,
  cpf: cpfInput,
  /** Calendar day as `yyyy-mm-dd`. */
  birthDate: birthDateInput,
});
export type PayoutProfileInput = z.output<typeof payoutProfileInput>;

/** A person's own payout profile. The whole CPF is shown only to the administrator who settles a withdrawal. */
const payoutProfile = z.object({
  legalName: z.string(),
  /** Masked except for the last two digits: `***.***.***-09`. */
  cpf: z.string(),
  /** Time at which the data was checked and saved. */
  verifiedAt: instant,
  /** Time from which withdrawals are possible: at once for a first profile, after a waiting time for a changed one. */
  usableFrom: instant,
});
export type PayoutProfile = z.infer<typeof payoutProfile>;

export const payoutProfileEndpoints = {
  getPayoutProfile: endpoint({
    method: 'GET',
    path: '/api/wallet/payout-profile',
    summary: 'Own payout profile with a masked CPF; null before the first one',
    access: 'user',
    status: 200,
    output: z.object({ profile: payoutProfile.nullable() }),
    errors: [],
    limit: 'general',
  }),
  putPayoutProfile: endpoint({
    method: 'PUT',
    path: '/api/wallet/payout-profile',
    summary: 'Create or change the own payout profile; a changed one rests before withdrawals',
    access: 'user',
    body: payoutProfileInput,
    confirmation: 'payout_profile',
    status: 200,
    output: z.object({ profile: payoutProfile }),
    errors: ['confirmation_required'],
    limit: 'general',
  }),
};
