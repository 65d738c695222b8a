import { limits } from '@guilda/contract/limits';
import type { PayoutProfile, PayoutProfileInput } from '@guilda/contract/money/payout-profile';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { Button } from '../../../ui/actions/button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type PayoutProfileFormInput, payoutProfileFormSchema } from './payout-profile-form.ts';
import { useSavePayoutProfile } from './use-payout-profile.ts';

interface PayoutProfileDialogProps {
  /** Whether a payout profile exists already; changing it prevents withdrawals for a time. */
  hasProfile: boolean;
  open: boolean;
  onClose: () => void;
  onSaved: (profile: PayoutProfile) => void;
  /** Selector of the element that gets the focus after closing, if the one that opened the dialog is gone. */
  returnFocusSelector?: string | undefined;
}

const profileFields = [
  {
    name: 'legalName',
    label: 'Nome completo',
    hint: 'Como está no seu documento.',
    autoComplete: 'name',
    maxLength: limits.legalName.max,
  },
  {
    name: 'cpf',
    label: 'CPF',
    inputMode: 'numeric',
    autoComplete: 'off',
    placeholder: '000.000.000-00',
    maxLength: 20,
  },
  {
    name: 'birthDate',
    label: 'Data de nascimento',
    type: 'date',
    autoComplete: 'bday',
    min: limits.earliestBirthDate,
    hint: 'Só quem tem 18 anos ou mais pode sacar. Até lá, o saldo fica guardado.',
  },
] as const;

function PayoutProfileFields({
  form: { control },
}: {
  form: UseFormReturn<PayoutProfileFormInput, unknown, PayoutProfileInput>;
}) {
  return profileFields.map(({ name, ...input }) => (
    <Controller
      key={name}
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextInput {...field} {...input} error={fieldState.error?.message} />
      )}
    />
  ));
}

const firstProfileText =
  'Antes do primeiro saque, diga quem recebe. Seus dados ficam criptografados. Só quem paga o saque vê o CPF inteiro.';
const changedProfileText =
  'Por segurança, depois da mudança os saques esperam um tempo. Preencha tudo de novo: os dados de antes não aparecem aqui.';

/** Dialog for the payout profile. It keeps the typed data until they are saved. */
export function PayoutProfileDialog(props: PayoutProfileDialogProps) {
  const { hasProfile, open, onClose, onSaved, returnFocusSelector } = props;
  const form = useForm({
    resolver: zodResolver(payoutProfileFormSchema),
    defaultValues: { legalName: '', cpf: '', birthDate: '' },
  });
  const { pending, save } = useSavePayoutProfile(onSaved);
  const submit = form.handleSubmit((profile) =>
    save(profile, (field, message) => form.setError(field, { message })),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      backCloses
      returnFocusSelector={returnFocusSelector}
      title={hasProfile ? 'Mudar quem recebe' : 'Quem recebe os saques'}
      description={hasProfile ? changedProfileText : firstProfileText}
      onSubmit={submit}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" loading={pending}>
            Salvar
          </Button>
        </>
      }
    >
      <PayoutProfileFields form={form} />
    </Dialog>
  );
}
