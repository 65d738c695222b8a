import { SuccessPage } from '../features/orders/index.ts';

export function meta() {
  return [{ title: 'Sua compra · Guilda' }, { name: 'robots', content: 'noindex' }];
}

export default SuccessPage;
