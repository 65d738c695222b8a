import { legalPageEndpoints } from '@guilda/contract/privacy/legal-pages';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { legalPageHandlers } from './routes.ts';
import { mountSecurityTxt } from './security-txt.ts';

type LegalPagesModuleDeps = NeedsOf<typeof legalPageHandlers> &
  Parameters<typeof mountSecurityTxt>[1];

export const legalPagesModule: Module<LegalPagesModuleDeps> = {
  name: 'legal-pages',
  create: (needs) => ({
    endpoints: [handle(legalPageEndpoints, legalPageHandlers(needs))],
    plugin: (app) => mountSecurityTxt(app, needs),
  }),
};
