export { houseHandlers } from './routes.ts';
export { mountSecurityTxt } from './security-txt.ts';
