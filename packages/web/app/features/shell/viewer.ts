import type { Badge } from '@guilda/contract/badges';

/** What the frame shows of the signed-in person. */
export interface Viewer {
  uid: string;
  username: string;
  displayName: string | null;
  photoURL: string | null;
  badges: readonly Badge[];
  role: 'user' | 'admin';
}
