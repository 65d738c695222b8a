import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../lib/session.ts';
import { StandingLines } from './standing-lines.tsx';
import { type Seen, subjectQuery } from './subject-query.ts';

function Known({ kind, id }: Seen) {
  const { data } = useQuery({ ...subjectQuery({ kind, id }), enabled: false });
  return data ? <StandingLines {...data} /> : null;
}

/**
 * Beside something on screen: how it stands with the team, for the team, once the dialog that moderates
 * has asked; to everybody else nothing. It asks for nothing by itself.
 */
export function TeamNotice(seen: Seen) {
  const team = useSession(({ user }) => user?.role === 'admin');
  return team ? <Known {...seen} /> : null;
}
