import { type ReactNode, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useSession } from '../../lib/session.ts';
import { AgeGate } from './age-gate.tsx';

interface AdultsOnlyProps {
  /** What a member sees while it is found out whether the page opens to them. */
  skeleton: ReactNode;
}

/**
 * In place of a page that the server, which knows every reader as a visitor, refused: a checked adult
 * has it asked for once more as themselves, now or as soon as the check stands; everyone else finds
 * the gate.
 */
export function AdultsOnly({ skeleton }: AdultsOnlyProps) {
  const { revalidate } = useRevalidator();
  const ready = useSession((state) => state.ready);
  const checked = useSession(({ user }) => user?.ageVerified ?? false);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (!ready) return;
    setRefused(false);
    if (checked) void revalidate().finally(() => setRefused(true));
  }, [ready, checked, revalidate]);
  if (ready && (refused || !checked)) return <AgeGate />;
  // The head script's mark decides before the first paint which of the two shows.
  return (
    <>
      <div className="so-membro">{skeleton}</div>
      <div className="so-visita">
        <AgeGate />
      </div>
    </>
  );
}
