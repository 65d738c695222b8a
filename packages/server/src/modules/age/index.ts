export { ageHandlers } from './routes.ts';
