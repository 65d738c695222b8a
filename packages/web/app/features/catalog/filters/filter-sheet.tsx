import { parseMoney } from '@guilda/contract/money/money';
import { categories } from '@guilda/contract/services/categories';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { normaliseMoneyInput } from '../../../lib/format/money-input.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Chip } from '../../../ui/actions/chip.tsx';
import { CheckBox } from '../../../ui/forms/check-box.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { minRatings, readFilters, type ServiceFilters } from '../model/service-filters.ts';
import { categoryOptions, clearedFilters, ratingOptions, typeOptions } from './filter-options.ts';
import * as styles from './phone-filters.module.css';
import { INVALID_PRICE_TEXT, priceInputText } from './price-text.ts';
import { useResultCount } from './use-result-count.ts';

interface PriceTexts {
  readonly min: string;
  readonly max: string;
}

/** Reads one bound of the price range in centavos; undefined when the text is empty, null when it is invalid. */
const readBound = (text: string) => {
  const normalizedText = normaliseMoneyInput(text);
  return normalizedText === '' ? undefined : parseMoney(normalizedText);
};

/** The filters as chosen in the sheet, before they are applied. */
function useDraftFilters() {
  const [params] = useSearchParams();
  const [draft, setDraft] = useState<ServiceFilters>(() => readFilters(params));
  const [prices, setPrices] = useState<PriceTexts>({
    min: priceInputText(draft.minPrice),
    max: priceInputText(draft.maxPrice),
  });
  const [low, high] = [readBound(prices.min), readBound(prices.max)];
  const areSwapped = low != null && high != null && low > high;
  const filters: ServiceFilters = {
    ...draft,
    minPrice: (areSwapped ? high : low) ?? undefined,
    maxPrice: (areSwapped ? low : high) ?? undefined,
  };
  return {
    filters,
    prices,
    setPrices,
    invalidBounds: { min: low === null, max: high === null },
    change: (changes: ServiceFilters) => setDraft({ ...draft, ...changes }),
    clear: () => {
      setDraft({ ...draft, ...clearedFilters });
      setPrices({ min: '', max: '' });
    },
  };
}

type FilterDraft = ReturnType<typeof useDraftFilters>;

function PriceFields({ prices, setPrices, invalidBounds }: FilterDraft) {
  const fieldProps = { prefix: 'R$', inputMode: 'decimal', placeholder: '0,00' } as const;
  return (
    <div className={styles.range}>
      <TextInput
        {...fieldProps}
        label="Preço de"
        value={prices.min}
        onChange={(event) => setPrices({ ...prices, min: event.currentTarget.value })}
        error={invalidBounds.min ? INVALID_PRICE_TEXT : undefined}
      />
      <TextInput
        {...fieldProps}
        label="Até"
        value={prices.max}
        onChange={(event) => setPrices({ ...prices, max: event.currentTarget.value })}
        error={invalidBounds.max ? INVALID_PRICE_TEXT : undefined}
      />
    </div>
  );
}

function FilterFields({ draft, withCategory }: { draft: FilterDraft; withCategory: boolean }) {
  const { filters, change } = draft;
  const isAgeVerified = useSession(({ user }) => user?.ageVerified ?? false);
  return (
    <>
      <fieldset className={styles.group}>
        <legend className="bold">Tipo</legend>
        <div className={styles.chips}>
          {typeOptions.map(({ value, label }) => (
            <Chip
              key={label}
              pressed={(filters.type ?? '') === value}
              onClick={() => change({ type: value || undefined })}
            >
              {label}
            </Chip>
          ))}
        </div>
      </fieldset>
      {withCategory && (
        <Select
          label="Categoria"
          value={filters.category ?? ''}
          options={categoryOptions(isAgeVerified)}
          onChange={({ currentTarget }) =>
            change({ category: categories.find(({ slug }) => slug === currentTarget.value)?.slug })
          }
        />
      )}
      <PriceFields {...draft} />
      <Select
        label="Nota mínima"
        value={filters.minRating ?? ''}
        options={ratingOptions}
        onChange={({ currentTarget }) =>
          change({ minRating: minRatings.find((floor) => floor === currentTarget.value) })
        }
      />
      <CheckBox
        label="Só de quem está online agora"
        checked={filters.online ?? false}
        onChange={({ currentTarget }) =>
          change({ online: currentTarget.checked ? true : undefined })
        }
      />
    </>
  );
}

function resultText(resultCount: ReturnType<typeof useResultCount>): string {
  if (!resultCount) return 'Ver serviços';
  const { count, hasMore } = resultCount;
  if (count === 0) return 'Nenhum serviço';
  if (hasMore) return `Ver mais de ${count} serviços`;
  return count === 1 ? 'Ver 1 serviço' : `Ver ${count} serviços`;
}

interface FilterSheetProps {
  withCategory: boolean;
  onClose: () => void;
  /** Applies the chosen filters. */
  onApply: (filters: ServiceFilters) => void;
}

/** All filters in one sheet. Its button shows how many services match before the filters are applied. */
export function FilterSheet({ withCategory, onClose, onApply }: FilterSheetProps) {
  const draft = useDraftFilters();
  const [params] = useSearchParams();
  const { category: categorySlug } = useParams();
  const { sort: _, ...filters } = draft.filters;
  const category = withCategory
    ? filters.category
    : categories.find(({ slug }) => slug === categorySlug)?.slug;
  const resultCount = useResultCount({ ...filters, category, q: params.get('q') ?? undefined });
  const isInvalid = draft.invalidBounds.min || draft.invalidBounds.max;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Filtros"
      backCloses
      onSubmit={() =>
        !isInvalid && onApply(withCategory ? filters : { ...filters, category: undefined })
      }
      footer={
        <>
          <Button variant="ghost" onClick={draft.clear}>
            Limpar
          </Button>
          <Button type="submit" variant="primary" disabled={isInvalid}>
            <span aria-live="polite">{resultText(resultCount)}</span>
          </Button>
        </>
      }
    >
      <FilterFields draft={draft} withCategory={withCategory} />
    </Dialog>
  );
}
