import clsx from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import * as layout from '../admin.module.css';
import { isWideScreen, takeAwaitedFocus } from '../queue/focus.ts';
import * as styles from './detail.module.css';

interface PaneHeadProps {
  /** Id of the queue item. */
  id: string;
  /** Content above the title: code, age and deadline. */
  above: ReactNode;
  /** Tags beside the title. */
  tags: ReactNode;
  children: ReactNode;
}

/**
 * Title of the open item. The title takes the focus when the item was opened with the keyboard, or when the focused
 * element disappeared together with the list (on phones).
 */
export function PaneHead({ id, above, tags, children }: PaneHeadProps) {
  const titleRef = useRef<HTMLHeadingElement>(null);
  const navigationType = useNavigationType();
  useEffect(() => {
    const { activeElement, body } = document;
    const isFocusLost = activeElement === body && !isWideScreen();
    const isHidden = activeElement instanceof HTMLElement && activeElement.offsetParent === null;
    if (!takeAwaitedFocus(id) && !isFocusLost && !(isHidden && activeElement !== body)) return;
    // On phones the page is still scrolled to the row that was pressed in the list.
    if (!isWideScreen() && navigationType !== 'POP') window.scrollTo({ top: 0 });
    titleRef.current?.focus({ preventScroll: true });
  }, [id, navigationType]);
  return (
    <header className={clsx(styles.titleRow, 'row spaceBetween')}>
      <div className={styles.heading}>
        <div className={clsx(styles.facts, 'textSm muted')}>{above}</div>
        <h2 className="display2" id="item-title" data-item={id} ref={titleRef} tabIndex={-1}>
          {children}
        </h2>
      </div>
      <div className={clsx(layout.chips, 'row gap1')}>{tags}</div>
    </header>
  );
}
