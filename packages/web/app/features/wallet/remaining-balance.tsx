import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../lib/api/api.ts';
import { priceParts } from '../../ui/text/price-parts.ts';
import { walletKeys } from './wallet-keys.ts';

/** Warning before the deletion of an account that there is money to withdraw. Nothing without a balance. */
export function RemainingBalance() {
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
