import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { priceParts } from '../../ui/price-parts.ts';
import { walletKeys } from './keys.ts';

/** Before an account goes: what its owner could still be paid out. Nothing while there is none. */
export function MoneyLeft() {
  const { data } = useQuery({
    queryKey: walletKeys.available,
    queryFn: ({ signal }) => api().wallet.getWallet({ query: { limit: '1' } }, { signal }),
    staleTime: 0,
  });
  if (!data || Number(data.available) === 0) return null;
  return (
    <p role="status">
      Você tem {priceParts(data.available).text} disponíveis, que não poderá mais sacar.{' '}
      <Link className="link" to="/sales?aba=carteira">
        Sacar antes
      </Link>
    </p>
  );
}
