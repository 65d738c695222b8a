import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import * as styles from './progress.module.css';

/** A thin line under the top bar while the next page is loading; hidden for pages that load quickly. */
export function PageProgress() {
  const { state } = useNavigation();
  return (
    <div
      className={state === 'idle' ? styles.progress : clsx(styles.progress, styles.running)}
      aria-hidden="true"
    />
  );
}

/** Announces the title of the page to screen readers after each navigation without a full load. */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (pathname !== first || title !== '') setTitle(document.title);
  }, [pathname, first, title]);
  return (
    <div className="srOnly" role="status">
      {title}
    </div>
  );
}
