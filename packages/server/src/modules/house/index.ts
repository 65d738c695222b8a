export { houseHandlers } from './routes.ts';
