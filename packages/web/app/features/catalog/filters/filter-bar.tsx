import { categories } from '@guilda/contract/services/categories';
import clsx from 'clsx';
import Headset from 'lucide-react/icons/headset';
import Images from 'lucide-react/icons/images';
import X from 'lucide-react/icons/x';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { useSession } from '../../../lib/session/session.ts';
import { Chip } from '../../../ui/actions/chip.tsx';
import { ChipSelect } from '../../../ui/forms/chip-select.tsx';
import {
  countFilters,
  minRatings,
  readFilters,
  type ServiceFilters,
  searchWithFilters,
  sortLabels,
} from '../model/service-filters.ts';
import * as styles from './filter-bar.module.css';
import {
  categoryOptions,
  clearedFilters,
  type FilterBarProps,
  ratingOptions,
  typeOptions,
} from './filter-options.ts';
import { PhoneFilters } from './phone-filters.tsx';
import { PriceFilter } from './price-filter.tsx';

const typeIcons = {
  '': null,
  call: <Headset className="icon" aria-hidden="true" />,
  media: <Images className="icon" aria-hidden="true" />,
} as const;

function TypeChips({ params, type }: { params: URLSearchParams; type: ServiceFilters['type'] }) {
  return (
    <nav className="row gap2" aria-label="Tipo">
      {typeOptions.map(({ value, label }) => (
        <Chip
          key={label}
          asLink
          to={searchWithFilters(params, { type: value || undefined })}
          preventScrollReset
          pressed={(type ?? '') === value}
          icon={typeIcons[value]}
        >
          {label}
        </Chip>
      ))}
    </nav>
  );
}

/**
 * `params` is the query string of this page. While a navigation within the page is loading, it is the new query string,
 * so that a quick second choice does not undo the first. `readParams` reads the query string from the window's address,
 * which changes before the page renders.
 */
function usePendingSearchParams() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const pendingParams =
    location?.pathname === pathname ? new URLSearchParams(location.search) : null;
  return {
    params: pendingParams ?? params,
    readParams: () => pendingParams ?? new URLSearchParams(window.location.search),
  };
}

/** The row of filters and sort order on wide screens. */
function WideFilters({ sorts, withCategory }: FilterBarProps) {
  const [params] = useSearchParams();
  const { params: nextParams, readParams } = usePendingSearchParams();
  const navigate = useNavigate();
  const filters = readFilters(params);
  const isAgeVerified = useSession(({ user }) => user?.ageVerified ?? false);
  const changeFilters = (changes: ServiceFilters) =>
    void navigate(searchWithFilters(readParams(), changes), { preventScrollReset: true });
  const sort = filters.sort ?? sorts[0];
  return (
    <section className={clsx(styles.filters, 'onlyLarge')} aria-label="Filtros">
      {!withCategory && <TypeChips params={nextParams} type={filters.type} />}
      {withCategory && (
        <ChipSelect
          label="Tipo"
          value={filters.type ?? ''}
          text={filters.type ? undefined : 'Tipo'}
          options={typeOptions}
          pressed={filters.type !== undefined}
          onChange={(value) =>
            changeFilters({
              type: typeOptions.find((type) => type.value === value)?.value || undefined,
            })
          }
        />
      )}
      {withCategory && (
        <ChipSelect
          label="Categoria"
          value={filters.category ?? ''}
          text={filters.category ? undefined : 'Categoria'}
          options={categoryOptions(isAgeVerified)}
          pressed={filters.category !== undefined}
          onChange={(value) =>
            changeFilters({ category: categories.find(({ slug }) => slug === value)?.slug })
          }
        />
      )}
      <Chip
        asLink
        to={searchWithFilters(nextParams, { online: filters.online ? undefined : true })}
        preventScrollReset
        pressed={filters.online ?? false}
      >
        Online agora
      </Chip>
      <PriceFilter value={filters} onChange={changeFilters} />
      <ChipSelect
        label="Nota mínima"
        value={filters.minRating ?? ''}
        text={filters.minRating ? undefined : 'Nota'}
        options={ratingOptions}
        pressed={filters.minRating !== undefined}
        onChange={(value) =>
          changeFilters({ minRating: minRatings.find((floor) => floor === value) })
        }
      />
      {countFilters(filters) > 0 && (
        <Chip
          asLink
          to={searchWithFilters(nextParams, clearedFilters)}
          preventScrollReset
          icon={<X className="icon" aria-hidden="true" />}
        >
          Limpar
        </Chip>
      )}
      <ChipSelect
        className="pushEnd"
        label="Ordem"
        value={sort}
        options={sorts.map((value) => ({ value, label: sortLabels[value] }))}
        onChange={(value) =>
          changeFilters({ sort: sorts.find((each) => each === value && each !== sorts[0]) })
        }
      />
    </section>
  );
}

/**
 * Filters and sort order above a list of services, as a row or, on small screens, as two buttons. Every choice is
 * stored in the page's address.
 */
export function FilterBar(props: FilterBarProps) {
  return (
    <>
      <WideFilters {...props} />
      <PhoneFilters {...props} />
    </>
  );
}
