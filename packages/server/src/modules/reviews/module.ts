import { reviewAnswerEndpoints, reviewEndpoints } from '@guilda/contract/orders/reviews';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { reviewHandlers } from './routes.ts';

export const reviewsModule: Module<NeedsOf<typeof reviewHandlers>> = {
  name: 'reviews',
  create: (needs) => ({
    endpoints: [handle({ ...reviewEndpoints, ...reviewAnswerEndpoints }, reviewHandlers(needs))],
  }),
};
