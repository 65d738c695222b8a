import { categories, categoryName } from '@guilda/contract/services/categories';
import { minRatings, type ServiceFilters, type ServiceSort } from '../model/service-filters.ts';

export interface FilterBarProps {
  /** Sort orders to choose from; the first is the default. */
  sorts: readonly [ServiceSort, ...ServiceSort[]];
  /** Whether the category filter is shown too. */
  withCategory?: boolean | undefined;
}

/** Types of services to choose from; the empty value stands for both. */
export const typeOptions = [
  { value: '', label: 'Tudo' },
  { value: 'call', label: 'Call' },
  { value: 'media', label: 'Mídia' },
] as const;

/** Minimum ratings to choose from; the empty value stands for any. */
export const ratingOptions = [
  { value: '', label: 'Qualquer nota' },
  ...minRatings.map((value) => ({ value, label: `Nota ${value.replace('.', ',')}+` })),
];

/** The options of the category filter; the category for adults only with an approved age check (`isAgeChecked`). */
export const categoryOptions = (isAgeChecked: boolean) => [
  { value: '', label: 'Todas as categorias' },
  ...categories
    .filter(({ adult }) => isAgeChecked || !adult)
    .map((category) => ({ value: category.slug, label: categoryName(category) })),
];

/** Changes that remove all filters; the sort order stays. */
export const clearedFilters: ServiceFilters = {
  category: undefined,
  type: undefined,
  minPrice: undefined,
  maxPrice: undefined,
  minRating: undefined,
  online: undefined,
};
