import ArrowDownUp from 'lucide-react/icons/arrow-down-up';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../../ui/actions/button.tsx';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';
import {
  countFilters,
  readFilters,
  type ServiceFilters,
  searchWithFilters,
} from '../model/service-filters.ts';
import type { FilterBarProps } from './filter-options.ts';
import * as styles from './phone-filters.module.css';

const loadFilterSheet = () => import('./filter-sheet.tsx').then((module) => module.FilterSheet);
const loadSortSheet = () => import('./sort-sheet.tsx').then((module) => module.SortSheet);

/** The buttons "Filtros" and "Ordenar" of small screens; each opens a sheet. */
export function PhoneFilters({ sorts, withCategory = false }: FilterBarProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [sheet, setSheet] = useState<'filters' | 'sort' | null>(null);
  const filters = readFilters(params);
  const count = countFilters(withCategory ? filters : { ...filters, category: undefined });
  const close = () => setSheet(null);
  const FilterSheet = useLazyComponent(loadFilterSheet, sheet === 'filters', close);
  const SortSheet = useLazyComponent(loadSortSheet, sheet === 'sort', close);
  const apply = (changes: ServiceFilters) => {
    close();
    void navigate(searchWithFilters(params, changes), { preventScrollReset: true });
  };
  return (
    <div className={`${styles.buttons} onlySmall asFlex`}>
      <Button
        aria-haspopup="dialog"
        icon={<SlidersHorizontal className="icon" aria-hidden="true" />}
        onClick={() => setSheet('filters')}
      >
        {count > 0 ? `Filtros (${count})` : 'Filtros'}
      </Button>
      <Button
        aria-haspopup="dialog"
        icon={<ArrowDownUp className="icon" aria-hidden="true" />}
        onClick={() => setSheet('sort')}
      >
        Ordenar
      </Button>
      {sheet === 'filters' && FilterSheet && (
        <FilterSheet withCategory={withCategory} onClose={close} onApply={apply} />
      )}
      {sheet === 'sort' && SortSheet && (
        <SortSheet
          sorts={sorts}
          value={filters.sort ?? sorts[0]}
          onClose={close}
          onChoose={(sort) => apply({ sort: sort === sorts[0] ? undefined : sort })}
        />
      )}
    </div>
  );
}
