export { type ReviewDeps, reviewHandlers } from './routes.ts';
