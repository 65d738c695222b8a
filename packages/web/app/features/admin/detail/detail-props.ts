/** What each kind of detail is given. */
export interface DetailProps {
  id: string;
  /** Uid of the administrator who opened the item. */
  uid: string;
  /** Goes on to what comes next, once this is decided. */
  onDecided: () => void;
}
