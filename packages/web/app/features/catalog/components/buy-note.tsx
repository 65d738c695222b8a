import type { ReactNode } from 'react';

/** Where the buy button would be: why there is none. */
export function BuyNote({ children }: { children: ReactNode }) {
  return <p className="t-sm dim pre compra-n">{children}</p>;
}
