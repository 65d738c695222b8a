import { parsePixKey } from '@guilda/contract/money/pix';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { pixKeyText, pixKindNames } from '../pix-key-text.ts';
import * as styles from './withdraw.module.css';
import { amountInputText, type WithdrawalDraft, type WithdrawFormInput } from './withdraw-form.ts';

/** Shows the kind of the typed Pix key. */
function PixKeyHint({ typedKey }: { typedKey: string }) {
  const parsedKey = parsePixKey(typedKey);
  return (
    <span role="status">
      {parsedKey ? (
        <>
          {pixKindNames[parsedKey.kind]}: <b className="numeric">{pixKeyText(parsedKey)}</b>
        </>
      ) : (
        'CPF, CNPJ, e-mail, celular com DDD ou chave aleatória, no seu nome.'
      )}
    </span>
  );
}

interface WithdrawFieldsProps {
  form: UseFormReturn<WithdrawFormInput, unknown, WithdrawalDraft>;
  /** Available balance as decimal text of the API. */
  available: string;
}

/** The fields for the amount and the Pix key of a withdrawal. */
export function WithdrawFields({ form: { control, setValue }, available }: WithdrawFieldsProps) {
  const fillInAll = () => setValue('amount', amountInputText(available), { shouldValidate: true });
  return (
    <>
      <div className="column gap2">
        <Controller
          control={control}
          name="amount"
          render={({ field, fieldState }) => (
            <TextInput
              {...field}
              label="Valor"
              prefix="R$"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0,00"
              error={fieldState.error?.message}
            />
          )}
        />
        <p className="row spaceBetween textSm muted">
          <span>Disponível: {priceParts(available).text}</span>
          <button type="button" className={`link ${styles.withdrawAll}`} onClick={fillInAll}>
            Sacar tudo
          </button>
        </p>
      </div>
      <Controller
        control={control}
        name="pixKey"
        render={({ field, fieldState }) => (
          <TextInput
            {...field}
            label="Chave Pix"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            hint={<PixKeyHint typedKey={field.value} />}
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  );
}
