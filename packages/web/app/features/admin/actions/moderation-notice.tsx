import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../lib/session/session.ts';
import { StatusLines } from './status-lines.tsx';
import { type SubjectRef, subjectQuery } from './subject-query.ts';

function CachedStatusLines({ kind, id }: SubjectRef) {
  const { data } = useQuery({ ...subjectQuery({ kind, id }), enabled: false });
  return data ? <StatusLines {...data} /> : null;
}

/**
 * Moderation status of an item on screen, for administrators only. It shows the status that the moderation dialog has
 * loaded and sends no request.
 */
export function ModerationNotice(subjectRef: SubjectRef) {
  const isTeamMember = useSession(({ user }) => user?.role === 'admin');
  return isTeamMember ? <CachedStatusLines {...subjectRef} /> : null;
}
