import { z } from 'zod';
import type { DemoAccount, DemoPerson } from './demo-person.ts';
import type { OtherAccountForm } from './pages.ts';

const accountSchema = z.object({
  email: z.email('Informe um e-mail válido.').max(254, 'Informe um e-mail válido.'),
  name: z
    .string()
    .min(1, 'Informe um nome.')
    .max(80, 'Use até 80 caracteres.')
    .refine((name) => !/\p{Cc}/u.test(name) && name.isWellFormed(), 'Use apenas letras e sinais.'),
});

/** The choice that a posted form of the account chooser expresses. */
export type ChosenAccount =
  | { readonly kind: 'account'; readonly account: DemoAccount }
  | { readonly kind: 'mistake'; readonly form: OtherAccountForm };

/** Parses a form of the account chooser: the button of a listed person, or the typed data of another account. */
export function parseAccountChoice(
  form: URLSearchParams,
  people: readonly DemoPerson[],
): ChosenAccount {
  const chosenPerson = people.find(({ email }) => email === form.get('account'));
  if (chosenPerson) return { kind: 'account', account: chosenPerson };
  const typedAccount = {
    email: form.get('email')?.trim() ?? '',
    name: form.get('name')?.trim() ?? '',
  };
  const account = accountSchema.safeParse(typedAccount);
  if (account.success) return { kind: 'account', account: account.data };
  const { fieldErrors } = z.flattenError(account.error);
  return { kind: 'mistake', form: { ...typedAccount, errors: firstErrorsByField(fieldErrors) } };
}

function firstErrorsByField(errorsByField: {
  email?: string[];
  name?: string[];
}): OtherAccountForm['errors'] {
  const [email] = errorsByField.email ?? [];
  const [name] = errorsByField.name ?? [];
  return { ...(email === undefined ? {} : { email }), ...(name === undefined ? {} : { name }) };
}
