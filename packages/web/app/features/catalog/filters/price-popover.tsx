import { parseMoney } from '@guilda/contract/money/money';
import { type FormEvent, type ReactNode, useState } from 'react';
import { normaliseMoneyInput } from '../../../lib/format/money-input.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { CloseOnBack } from '../../../ui/overlays/close-on-back.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import type { ServiceFilters } from '../model/service-filters.ts';
import * as styles from './price-filter.module.css';
import { INVALID_PRICE_TEXT, priceInputText } from './price-text.ts';

type PriceRange = Pick<ServiceFilters, 'minPrice' | 'maxPrice'>;

export interface PriceFilterProps {
  value: PriceRange;
  onChange: (range: PriceRange) => void;
}

/** Reads one bound of the price range in centavos; undefined when the field is empty, null when it is invalid. */
function readPriceBound(priceForm: FormData, name: string): number | undefined | null {
  const text = normaliseMoneyInput(String(priceForm.get(name) ?? ''));
  return text === '' ? undefined : parseMoney(text);
}

function PriceRangeForm({ value, onChange }: PriceFilterProps) {
  const [wrong, setWrong] = useState<{ min?: boolean; max?: boolean }>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [low, high] = [readPriceBound(form, 'min'), readPriceBound(form, 'max')];
    setWrong({ min: low === null, max: high === null });
    if (low === null || high === null) return;
    const areSwapped = low !== undefined && high !== undefined && low > high;
    onChange({ minPrice: areSwapped ? high : low, maxPrice: areSwapped ? low : high });
  };
  const fieldProps = {
    prefix: 'R$',
    inputMode: 'decimal',
    autoComplete: 'off',
    placeholder: '0,00',
  } as const;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.range}>
        <TextInput
          {...fieldProps}
          label="De"
          name="min"
          defaultValue={priceInputText(value.minPrice)}
          error={wrong.min ? INVALID_PRICE_TEXT : undefined}
        />
        <TextInput
          {...fieldProps}
          label="Até"
          name="max"
          defaultValue={priceInputText(value.maxPrice)}
          error={wrong.max ? INVALID_PRICE_TEXT : undefined}
        />
      </div>
      <div className="row spaceBetween">
        <Button
          variant="ghost"
          onClick={() => onChange({ minPrice: undefined, maxPrice: undefined })}
        >
          Qualquer preço
        </Button>
        <Button type="submit" variant="primary">
          Aplicar
        </Button>
      </div>
    </form>
  );
}

/** The form of the filter by price beside its button; initially open. */
export function PricePopover({
  trigger,
  value,
  onChange,
}: PriceFilterProps & { trigger: ReactNode }) {
  const [open, setOpen] = useState(true);
  return (
    <Popover
      label="Faixa de preço"
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
    >
      <CloseOnBack close={() => setOpen(false)} />
      <PriceRangeForm
        value={value}
        onChange={(range) => {
          setOpen(false);
          onChange(range);
        }}
      />
    </Popover>
  );
}
