export { diagnoseMercadoPago } from './diagnose.ts';
export { createMercadoPago, type MercadoPagoDeps } from './mercado-pago.ts';
