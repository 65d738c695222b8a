export { BuyButton } from './buy/buy-button.tsx';
