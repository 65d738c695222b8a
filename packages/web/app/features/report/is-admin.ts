import type { useSession } from '../../lib/session/session.ts';

type SessionState = ReturnType<typeof useSession.getState>;

/** Whether the signed-in person is an administrator. */
export const isAdmin = ({ user }: Pick<SessionState, 'user'>): boolean => user?.role === 'admin';
