import type { figureEndpoints } from '@guilda/contract/figures';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { type FigureDeps, getFigures } from './get-figures.ts';

export function figureHandlers(deps: FigureDeps): Handlers<typeof figureEndpoints> {
  return { getFigures: ({ actor, query }) => getFigures(deps)(actor, query.days) };
}
