import { SalesPage } from '../features/orders/index.ts';
import type { Route } from './+types/sales';

const tabTitles: Readonly<Record<string, string>> = { compras: 'Compras', carteira: 'Carteira' };

export function meta({ location }: Route.MetaArgs) {
  const tab = new URLSearchParams(location.search).get('aba') ?? '';
  return [
    { title: `${tabTitles[tab] ?? 'Vendas'} · Guilda` },
    { name: 'robots', content: 'noindex' },
  ];
}

export default SalesPage;
