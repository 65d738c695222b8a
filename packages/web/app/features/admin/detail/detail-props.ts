/** What each kind of detail is given. */
export interface DetailProps {
  id: string;
  /** Of who looks at it. */
  uid: string;
  /** Goes on to what comes next, once this is decided. */
  onDecided: () => void;
}
