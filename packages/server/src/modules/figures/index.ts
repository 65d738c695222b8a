export { figureHandlers } from './routes.ts';
