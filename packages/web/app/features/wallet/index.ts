export { MoneyLeft } from './money-left.tsx';
export { pixKeyText, pixKindNames } from './pix-text.ts';
export { WalletPanel } from './wallet-panel.tsx';
export { WalletSkeleton } from './wallet-skeleton.tsx';
