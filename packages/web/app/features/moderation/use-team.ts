import type { useSession } from '../../lib/session.ts';

type SessionState = ReturnType<typeof useSession.getState>;

/** Whoever is signed in belongs to the team. */
export const isTeam = ({ user }: Pick<SessionState, 'user'>): boolean => user?.role === 'admin';
