export { enforcementHandlers } from './routes.ts';
