export { diagnoseMercadoPago } from './diagnose.ts';
export { createMercadoPago, type MercadoPagoDeps } from './mercado-pago.ts';
export {
  createMercadoPagoPayouts,
  type MercadoPagoPayoutsDeps,
} from './payouts/mercado-pago-payouts.ts';
export { publicKeyOf, readSigningKey } from './payouts/request-signature.ts';
