import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  /** Why, in one sentence: the server's text or the error's own. */
  reason?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  heading?: 'h1' | 'h2' | 'h3' | undefined;
  className?: string | undefined;
}

/** Stands in for a part that failed to load. */
export function ErrorState({ reason, onRetry, retrying, heading, className }: ErrorStateProps) {
  return (
    <EmptyState
      art="offline"
      title="Algo deu errado..."
      text={reason || 'Erro desconhecido'}
      heading={heading}
      className={className}
      action={
        onRetry && (
          <Button
            variant="primary"
            icon={<RefreshCw className="i" aria-hidden="true" />}
            loading={retrying}
            onClick={onRetry}
          >
            Tentar de novo
          </Button>
        )
      }
    />
  );
}
