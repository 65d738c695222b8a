import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { SearchField } from '../../ui/forms/search-field.tsx';
import * as styles from './search.module.css';
import type { searchPath } from './search-query.ts';

interface PhoneSearchProps {
  q: string;
  /** The page that shows what is found. */
  page?: Parameters<typeof searchPath>[0];
  /** Ready to type at once. */
  focused?: boolean | undefined;
}

/** The search field of small screens, which have none in the top bar. */
export function PhoneSearch({ q, page = '/search', focused }: PhoneSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On wide screens it is not displayed, and what is not displayed takes no focus.
    if (focused) input.current?.focus({ preventScroll: true });
  }, [focused]);
  return (
    <search>
      <SearchField
        q={q}
        page={page}
        className={clsx(styles.phoneSearch, 'onlySmall asFlex')}
        input={input}
      />
    </search>
  );
}
