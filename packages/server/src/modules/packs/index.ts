export { packHandlers } from './routes.ts';
