import type { Badge } from '@guilda/contract/badges';

/** The signed-in person as the page frame shows them. */
export interface Viewer {
  uid: string;
  username: string;
  displayName: string | null;
  photoURL: string | null;
  badges: readonly Badge[];
  role: 'user' | 'admin';
}
