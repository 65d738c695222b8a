import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { SearchField } from '../../search/index.ts';
import * as styles from './search-box.module.css';

function isTextField(target: EventTarget | null) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Calls `onSlash` when the `/` key is pressed outside of text fields and dialogs. */
function useSlashShortcut(onSlash: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        isTextField(event.target) ||
        document.querySelector('[role="dialog"],[role="alertdialog"]')
      )
        return;
      event.preventDefault();
      onSlash();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onSlash]);
}

/**
 * The search field of the top bar: 300 px wide, wider while focused. It opens `/search?q=` unless the text is blank.
 */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const [params] = useSearchParams();
  useSlashShortcut(() => input.current?.focus());
  return (
    <search className={clsx(styles.place, 'onlyLarge')}>
      <SearchField q={params.get('q') ?? ''} page="/search" className={styles.search} input={input}>
        <kbd>/</kbd>
      </SearchField>
    </search>
  );
}
