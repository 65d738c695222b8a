export { BuyButton } from './buy/buy-button.tsx';
export { SalesPage } from './sales/sales-page.tsx';
export { OrderStrip } from './strip/order-strip.tsx';
export { SuccessPage } from './success/success-page.tsx';
