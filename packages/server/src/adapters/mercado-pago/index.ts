export { createMercadoPago, type MercadoPagoDeps } from './mercado-pago.ts';
