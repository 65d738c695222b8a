import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api } from '../../../lib/api/api.ts';
import { orderKeys } from '../data/order-keys.ts';

/** Periods of the chart to choose from, in days. */
export const salesPeriods = ['7', '30', '90'] as const;
export type SalesPeriod = (typeof salesPeriods)[number];

const PERIOD_PARAM = 'dias';
const DEFAULT_PERIOD: SalesPeriod = '30';

/** The period of the chart, stored in the URL; the default of 30 days needs no parameter. */
export function usePeriod(): [SalesPeriod, (period: SalesPeriod) => void] {
  const [params, setParams] = useSearchParams();
  const period = salesPeriods.find((each) => each === params.get(PERIOD_PARAM)) ?? DEFAULT_PERIOD;
  const choose = (nextPeriod: SalesPeriod) =>
    setParams(
      (current) => {
        if (nextPeriod === DEFAULT_PERIOD) current.delete(PERIOD_PARAM);
        else current.set(PERIOD_PARAM, nextPeriod);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return [period, choose];
}

/** The sales overview of the last `days` days; the previous period stays on screen until the next one is loaded. */
export function useSalesOverview(days: SalesPeriod) {
  return useQuery({
    queryKey: orderKeys.overview(days),
    queryFn: ({ signal }) => api().orders.getSalesOverview({ query: { days } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export type SalesOverviewQuery = ReturnType<typeof useSalesOverview>;
