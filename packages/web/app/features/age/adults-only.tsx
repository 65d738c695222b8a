import { type ReactNode, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useSession } from '../../lib/session/session.ts';
import { AgeGate } from './age-gate.tsx';

interface AdultsOnlyProps {
  /** Placeholder for a signed-in person until the server has answered whether they may see the page. */
  skeleton: ReactNode;
  /** The page was refused whole, its title with it. */
  untitled?: boolean | undefined;
  /** Whether the content may be the reader's own, which is shown in part without a check. */
  maybeOwn?: boolean | undefined;
}

/**
 * Shown instead of a page that the server refused. The server renders pages as for a visitor, so the page is
 * requested again with the session of a checked adult, now or once the check is approved; with `maybeOwn` with
 * the session of any signed-in person. Everyone else sees the age gate.
 */
export function AdultsOnly({ skeleton, untitled, maybeOwn = false }: AdultsOnlyProps) {
  const { revalidate } = useRevalidator();
  const ready = useSession((state) => state.ready);
  // The kind of reader whose session may open the page; null for others.
  const reader = useSession(({ user }) => {
    if (user?.ageVerified) return 'adult';
    return user && maybeOwn ? 'member' : null;
  });
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (!ready) return;
    setRefused(false);
    if (reader) void revalidate().finally(() => setRefused(true));
  }, [ready, reader, revalidate]);
  const title = untitled && <title>Só para maiores de 18 · Guilda</title>;
  if (ready && (refused || !reader)) {
    return (
      <>
        {title}
        <AgeGate />
      </>
    );
  }
  // The head script's mark decides before the first paint which of the two shows.
  return (
    <>
      {title}
      <div className="onlyMembers">{skeleton}</div>
      <div className="onlyVisitors">
        <AgeGate />
      </div>
    </>
  );
}
