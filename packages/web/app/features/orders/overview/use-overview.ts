import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { orderKeys } from '../data/keys.ts';

/** Spans of the chart, in days. */
export const spans = ['7', '30', '90'] as const;
export type Span = (typeof spans)[number];

const PARAM = 'dias';
const USUAL: Span = '30';

/** The chart's span, kept in the page's address; 30 days need no parameter. */
export function useSpan(): [Span, (span: Span) => void] {
  const [params, setParams] = useSearchParams();
  const span = spans.find((each) => each === params.get(PARAM)) ?? USUAL;
  const choose = (next: Span) =>
    setParams(
      (current) => {
        if (next === USUAL) current.delete(PARAM);
        else current.set(PARAM, next);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return [span, choose];
}

/** A seller's own figures over the last `days` days; another span shows once it is there. */
export function useOverview(days: Span) {
  return useQuery({
    queryKey: orderKeys.overview(days),
    queryFn: ({ signal }) => api().orders.getSalesOverview({ query: { days } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export type Overview = ReturnType<typeof useOverview>;
