import type { Health } from '@guilda/contract/health';
import { useQuery } from '@tanstack/react-query';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { wholeMoment } from '../../../lib/moments.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { errorText } from '../../../ui/toast.ts';
import { LinesSkeleton } from '../desk-skeleton.tsx';
import { buildText, byUrgency, wholeText } from '../model/health.ts';
import { HealthSheet } from './health-sheet.tsx';

/** How often it is looked at anew while the page is seen, in ms. */
const LOOK_MS = 15_000;

function useHealth() {
  return useQuery({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => api().health.getHealth({}, { signal }),
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });
}

interface WholeProps {
  health: Health;
  /** Why what is shown is not of now. */
  stale: string | null;
  looking: boolean;
  onLook: () => void;
}

function Whole({ health, stale, looking, onLook }: WholeProps) {
  const { checkedAt, builtAt, node, startedAt, dependencies } = health;
  return (
    <header className="row between sau-c">
      <div className="col g1">
        <h2 className="t-xl" aria-live="polite">
          {wholeText(dependencies, stale !== null)}
        </h2>
        <p className="t-sm mute">
          {`Visto em ${wholeMoment(new Date(checkedAt))} · no ar desde ${wholeMoment(new Date(startedAt))}`}
        </p>
        <p className="t-sm mute quebra">
          {`${buildText(health)}, feita em ${wholeMoment(new Date(builtAt))} · Node ${node}`}
        </p>
        {stale && (
          <p className="t-sm" role="status">
            {`Não foi possível olhar de novo: ${stale}`}
          </p>
        )}
      </div>
      <Button
        icon={<RotateCw className="i" aria-hidden="true" />}
        loading={looking}
        onClick={onLook}
      >
        Olhar de novo
      </Button>
    </header>
  );
}

/** What the product stands on, what of it fails, and what to do. */
export function HealthPage() {
  const { data, error, isFetching, refetch } = useHealth();
  // Looks by the clock go unseen.
  const [asked, setAsked] = useState(false);
  const look = () => {
    setAsked(true);
    void refetch().finally(() => setAsked(false));
  };
  if (!data) {
    if (!error) return <LinesSkeleton label="Olhando a saúde" flush />;
    return <ErrorState reason={errorText(error)} retrying={isFetching} onRetry={look} />;
  }
  return (
    <section className="col num-p" aria-label="Saúde">
      <Whole health={data} stale={error ? errorText(error) : null} looking={asked} onLook={look} />
      <ul className="sau-l">
        {byUrgency(data.dependencies).map((dependency) => (
          <HealthSheet key={dependency.name} dependency={dependency} />
        ))}
      </ul>
    </section>
  );
}
