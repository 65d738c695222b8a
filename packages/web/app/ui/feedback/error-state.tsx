import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Button } from '../actions/button.tsx';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  /** The cause in one sentence: the text of the server or of the error. */
  reason?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  heading?: 'h1' | 'h2' | 'h3' | undefined;
  /** Whether the drawing is beside the text on wide screens. */
  wide?: boolean | undefined;
  /** Whether the content is centred and at most 30 rem wide. */
  narrow?: boolean | undefined;
  className?: string | undefined;
}

/** Shown in place of content that failed to load, with a retry button if `onRetry` is given. */
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
