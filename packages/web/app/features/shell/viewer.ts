import type { Badge } from '@guilda/contract/badges';
import type { Presence } from '@guilda/contract/users';

/** What the frame shows of the signed-in person. */
export interface Viewer {
  uid: string;
  username: string;
  displayName: string | null;
  photoURL: string | null;
  badges: readonly Badge[];
  status: Presence;
}
