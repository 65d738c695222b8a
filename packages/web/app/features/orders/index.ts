export { BuyButton } from './checkout/buy-button.tsx';
export { PendingOrderNote, ServiceBuyButton } from './checkout/service-buy-button.tsx';
export { DeadlineClock } from './components/deadline-clock.tsx';
export { OrderStrip } from './components/order-strip.tsx';
export { Stopwatch } from './components/stopwatch.tsx';
export { SuccessPage } from './confirmation/success-page.tsx';
export { isLiveOrder } from './model/board-columns.ts';
export { SalesPage } from './sales/sales-page.tsx';
