import { type ReactNode, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useSession } from '../../lib/session/session.ts';
import { AgeGate } from './age-gate.tsx';

interface AdultsOnlyProps {
  /** Placeholder for a signed-in person until the server has answered whether they may see the page. */
  skeleton: ReactNode;
  /** Whether the server refused the whole page with its title, so that this component renders the title. */
  untitled?: boolean | undefined;
  /** Whether the content may belong to the reader, who may then see parts of it without an age check. */
  maybeOwn?: boolean | undefined;
}

/**
 * Shown in place of a page for adults, which the server refuses because it renders every page without the reader's
 * session. The browser requests the page again with the session of a reader who has an approved age check or, if
 * `maybeOwn` is set, of any signed-in reader. Everyone else sees the age gate.
 */
export function AdultsOnly({ skeleton, untitled, maybeOwn = false }: AdultsOnlyProps) {
  const { revalidate } = useRevalidator();
  const ready = useSession((state) => state.ready);
  // The kind of reader whose session may open the page; null for all other readers.
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
  // A script in the document's head marks whether a person is signed in, so CSS shows only the skeleton or only
  // the age gate from the first paint.
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
