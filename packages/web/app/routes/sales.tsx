import { SalesPage } from '../features/orders/index.ts';
import type { Route } from './+types/sales';

export function meta({ location }: Route.MetaArgs) {
  const bought = new URLSearchParams(location.search).get('aba') === 'compras';
  return [
    { title: `${bought ? 'Compras' : 'Vendas'} · Guilda` },
    { name: 'robots', content: 'noindex' },
  ];
}

export default SalesPage;
