export { diagnoseStripe } from './diagnose.ts';
export { createStripePayments, type StripePaymentsDeps } from './stripe-payments.ts';
