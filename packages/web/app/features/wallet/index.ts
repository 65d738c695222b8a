export { pixKeyText, pixKindNames } from './pix-key-text.ts';
export { RemainingBalance, useRemainingBalance } from './remaining-balance.tsx';
export { WalletSkeleton } from './wallet-balances.tsx';
export { WalletPanel } from './wallet-panel.tsx';
