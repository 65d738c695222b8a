import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { SearchField } from './box/search-field.tsx';
import * as styles from './search.module.css';
import type { searchPath } from './search-query.ts';

interface PhoneSearchProps {
  q: string;
  /** Path of the page that shows the results. */
  page?: Parameters<typeof searchPath>[0];
  /** Whether the field takes the focus when mounted. */
  focused?: boolean | undefined;
}

/** The search field of small screens, whose top bar contains none. */
export function PhoneSearch({ q, page = '/search', focused }: PhoneSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On wide screens the field is hidden, and `focus` then does nothing.
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
