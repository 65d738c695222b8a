export { reachHandlers } from './routes.ts';
