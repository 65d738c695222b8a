import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { SearchField } from '../../search/index.ts';
import * as styles from './search-box.module.css';
import { isSearchShortcut } from './search-shortcut.ts';

/** Calls `onPress` when the person presses the search shortcut outside of dialogs. */
function useSearchShortcut(onPress: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event)) return;
      if (document.querySelector('[role="dialog"],[role="alertdialog"]')) return;
      event.preventDefault();
      onPress();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onPress]);
}

/**
 * The search field of the top bar: 300 px wide, wider while focused. It opens `/search?q=` unless the text is blank.
 */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const [params] = useSearchParams();
  useSearchShortcut(() => input.current?.focus());
  return (
    <search className={clsx(styles.place, 'onlyLarge')}>
      <SearchField q={params.get('q') ?? ''} page="/search" className={styles.search} input={input}>
        <kbd>Ctrl K</kbd>
      </SearchField>
    </search>
  );
}
