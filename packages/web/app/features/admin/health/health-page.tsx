import type { Health } from '@guilda/contract/health';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import { LinesSkeleton } from '../admin-skeleton.tsx';
import * as statistics from '../statistics/statistics.module.css';
import * as styles from './health.module.css';
import { buildText, healthSummaryText, sortByUrgency } from './health.ts';
import { HealthPanel } from './health-panel.tsx';

/** Refresh interval while the page is visible, in ms. */
const REFRESH_MS = 15_000;

function useHealth() {
  return useQuery({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => api().health.getHealth({}, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}

interface HealthSummaryProps {
  health: Health;
  /**
   * Error text of the latest request if it failed, in which case the page keeps showing the previous state; null if it
   * succeeded.
   */
  errorText: string | null;
  refreshing: boolean;
  onRefresh: () => void;
}

function HealthSummary({ health, errorText, refreshing, onRefresh }: HealthSummaryProps) {
  const { checkedAt, builtAt, node, startedAt, dependencies } = health;
  return (
    <header className={clsx(styles.head, 'row spaceBetween')}>
      <div className="column gap1">
        <h2 className="textXl" aria-live="polite">
          {healthSummaryText(dependencies, errorText !== null)}
        </h2>
        <p className="textSm muted">
          {`Visto em ${fullDateTimeText(new Date(checkedAt))} · no ar desde ${fullDateTimeText(new Date(startedAt))}`}
        </p>
        <p className="textSm muted breakWords">
          {`${buildText(health)}, feita em ${fullDateTimeText(new Date(builtAt))} · Node ${node}`}
        </p>
        {errorText && (
          <p className="textSm" role="status">
            {`Não foi possível olhar de novo: ${errorText}`}
          </p>
        )}
      </div>
      <Button
        icon={<RotateCw className="icon" aria-hidden="true" />}
        loading={refreshing}
        onClick={onRefresh}
      >
        Olhar de novo
      </Button>
    </header>
  );
}

/** State of the services that Guilda depends on, with instructions for those that fail. */
export function HealthPage() {
  const { data, error, isFetching, refetch } = useHealth();
  // Only a refresh by the button shows a loading state; the automatic refresh does not.
  const [refreshing, setRefreshing] = useState(false);
  const refresh = () => {
    setRefreshing(true);
    void refetch().finally(() => setRefreshing(false));
  };
  if (!data) {
    if (!error) return <LinesSkeleton label="Olhando a saúde" flush />;
    return <ErrorState reason={messageOfError(error)} retrying={isFetching} onRetry={refresh} />;
  }
  return (
    <section className={clsx(statistics.page, 'column')} aria-label="Saúde">
      <HealthSummary
        health={data}
        errorText={error ? messageOfError(error) : null}
        refreshing={refreshing}
        onRefresh={refresh}
      />
      <ul className={styles.panels}>
        {sortByUrgency(data.dependencies).map((dependency) => (
          <HealthPanel key={dependency.name} dependency={dependency} />
        ))}
      </ul>
    </section>
  );
}
