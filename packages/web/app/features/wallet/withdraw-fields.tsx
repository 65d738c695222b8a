import { parsePixKey } from '@guilda/contract/pix';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { priceParts } from '../../ui/price-parts.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { pixKeyText, pixKindNames } from './pix-text.ts';
import { typedAmount, type WithdrawalDraft, type WithdrawalTyped } from './withdraw-form.ts';

/** What a key is taken for while it is typed. */
function KeyHint({ typed }: { typed: string }) {
  const found = parsePixKey(typed);
  return (
    <span role="status">
      {found ? (
        <>
          {pixKindNames[found.kind]}: <b className="num tinta">{pixKeyText(found)}</b>
        </>
      ) : (
        'CPF, CNPJ, e-mail, celular com DDD ou chave aleatória.'
      )}
    </span>
  );
}

interface WithdrawFieldsProps {
  form: UseFormReturn<WithdrawalTyped, unknown, WithdrawalDraft>;
  /** Decimal text. */
  available: string;
}

/** How much, and to which key. */
export function WithdrawFields({ form: { control, setValue }, available }: WithdrawFieldsProps) {
  const all = () => setValue('amount', typedAmount(available), { shouldValidate: true });
  return (
    <>
      <div className="col g2">
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
        <p className="row between t-sm mute">
          <span>Disponível: {priceParts(available).text}</span>
          <button type="button" className="link saque-t" onClick={all}>
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
            hint={<KeyHint typed={field.value} />}
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  );
}
