export { commentHandlers, likeHandlers, postHandlers } from './routes.ts';
