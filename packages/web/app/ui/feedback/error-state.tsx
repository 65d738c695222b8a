import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Button } from '../actions/button.tsx';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  /** Why, in one sentence: the server's text or the error's own. */
  reason?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  heading?: 'h1' | 'h2' | 'h3' | undefined;
  /** Whether the drawing stands beside the text on wide screens. */
  wide?: boolean | undefined;
  /** At most 30 rem wide, in the middle. */
  narrow?: boolean | undefined;
  className?: string | undefined;
}

/** Shown instead of a part that failed to load. */
export function ErrorState({
  reason,
  onRetry,
  retrying,
  heading,
  wide,
  narrow,
  className,
}: ErrorStateProps) {
  return (
    <EmptyState
      art="offline"
      title="Algo deu errado..."
      text={reason || 'Erro desconhecido'}
      heading={heading}
      wide={wide}
      narrow={narrow}
      className={className}
      action={
        onRetry && (
          <Button
            variant="primary"
            icon={<RefreshCw className="icon" aria-hidden="true" />}
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
