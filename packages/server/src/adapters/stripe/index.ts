export { createStripePayments, type StripePaymentsDeps } from './stripe-payments.ts';
