import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** A thin line under the top bar while the next page loads; quick pages never show it. */
export function PageProgress() {
  const { state } = useNavigation();
  return <div className={state === 'idle' ? 'avanco' : 'avanco anda'} aria-hidden="true" />;
}

/** Tells screen readers the title of each page arrived at without a full load. */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (pathname !== first || title !== '') setTitle(document.title);
  }, [pathname, first, title]);
  return (
    <div className="sr" role="status">
      {title}
    </div>
  );
}
