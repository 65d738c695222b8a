import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../lib/api/api.ts';
import { Button } from '../../ui/actions/button.tsx';
import { priceParts } from '../../ui/text/price-parts.ts';
import { walletKeys } from './wallet-keys.ts';

/** The money that a person can withdraw, read anew for each use while `enabled`. */
export const useRemainingBalance = (enabled: boolean) =>
  useQuery({
    queryKey: walletKeys.available,
    queryFn: ({ signal }) => api().wallet.getWallet({ query: { limit: '1' } }, { signal }),
    staleTime: 0,
    enabled,
  });

interface RemainingBalanceProps {
  balance: ReturnType<typeof useRemainingBalance>;
}

/**
 * Warning before the deletion of an account that there is money to withdraw, or that it is unknown whether there is.
 * Nothing without a balance.
 */
export function RemainingBalance({
  balance: { data, errorUpdateCount, isFetching, refetch },
}: RemainingBalanceProps) {
  // While a failed request is sent again it has no error, but it still has counted one.
  if (errorUpdateCount > 0 && !data)
    return (
      <div className="row gap2" role="status">
        <p>Não deu para ver seu saldo. O que houver não poderá mais ser sacado.</p>
        <Button loading={isFetching} onClick={() => void refetch()}>
          Ver de novo
        </Button>
      </div>
    );
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
