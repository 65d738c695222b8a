export { BuyButton } from './checkout/buy-button.tsx';
export { DisputeTimeline } from './components/dispute-timeline.tsx';
export { OrderStrip } from './components/order-strip.tsx';
export { SuccessPage } from './confirmation/success-page.tsx';
export { disputeReasonTexts, disputeStatusText } from './model/dispute-text.ts';
export { SalesPage } from './sales/sales-page.tsx';
