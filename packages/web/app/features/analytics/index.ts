export { LazyCounting } from './lazy-counting.tsx';
