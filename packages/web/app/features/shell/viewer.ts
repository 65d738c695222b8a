import type { Badge } from '@guilda/contract/accounts/badges';

/** The fields of the signed-in person that the page layout shows. */
export interface Viewer {
  uid: string;
  username: string;
  displayName: string | null;
  photoURL: string | null;
  badges: readonly Badge[];
  role: 'user' | 'admin';
}
