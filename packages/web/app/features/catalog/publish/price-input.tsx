import { limits } from '@guilda/contract/limits';
import { formatBrl, parseMoney } from '@guilda/contract/money/money';
import { splitPrice } from '@guilda/contract/money/split-price';
import type { KeyboardEvent } from 'react';
import { useInstallation } from '../../../lib/installation.ts';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { parseTypedPrice, stepPrice } from './service-form.ts';

interface PriceInputProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  readOnly?: boolean | undefined;
  error?: string | undefined;
}

/** Price change in centavos for each key. */
const keySteps: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 100,
  PageDown: -100,
};

/**
 * Text of the seller's income for a price (decimal text). Without a price above zero it says that the service is free.
 */
function incomeText(price: string | null, feePercent: number): string {
  const centavos = price === null ? null : parseMoney(price);
  if (!centavos) return 'Com zero, é de graça.';
  return `Você recebe ${formatBrl(splitPrice(centavos, feePercent).net)} de cada venda. Para sacar é preciso ter 18 anos.`;
}

/**
 * Field for a price in reais; arrow keys change the price by one centavo, Page Up and Page Down by one real. Accepts a
 * comma as well as a dot; the browser's own number field does so only in some languages.
 */
export function PriceInput({ value, onChange, onBlur, readOnly, error }: PriceInputProps) {
  const price = parseTypedPrice(value);
  const { feePercent } = useInstallation();
  const press = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (step === undefined || readOnly) return;
    event.preventDefault();
    onChange(stepPrice(value, step));
  };
  return (
    <TextInput
      label="Preço"
      prefix="R$"
      name="price"
      role="spinbutton"
      inputMode="decimal"
      step="0.01"
      min="0"
      autoComplete="off"
      placeholder="0,00"
      hint={incomeText(price, feePercent)}
      aria-valuemin={0}
      aria-valuemax={limits.maxPrice / 100}
      aria-valuenow={price === null ? undefined : Number(price)}
      aria-valuetext={price === null ? undefined : priceParts(price).text}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={onBlur}
      readOnly={readOnly}
      error={error}
    />
  );
}
