/** Props of the details of every kind of item. */
export interface DetailProps {
  id: string;
  /** Uid of the administrator who opened the item. */
  uid: string;
  /** Opens the next item after a decision. */
  onDecided: () => void;
}
