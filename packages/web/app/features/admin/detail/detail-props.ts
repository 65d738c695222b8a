/** Props of the detail views of cases, withdrawals, refunds and disputes. */
export interface DetailProps {
  id: string;
  /** Uid of the administrator who opened the item. */
  uid: string;
  /** Called after a decision; opens the next item. */
  onDecided: () => void;
}
