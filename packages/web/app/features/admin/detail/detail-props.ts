/** Props of the detail views of cases, withdrawals, refunds and disputes. */
export interface DetailProps {
  id: string;
  /** Uid of the signed-in administrator, who has the item on screen. */
  uid: string;
  /** Called after a decision; opens the next item. */
  onDecided: () => void;
}
