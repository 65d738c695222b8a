import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Button } from '../../../ui/actions/button.tsx';
import * as styles from './chat-panel.module.css';

/**
 * In place of what could not be loaded. The failure is not announced, because the chat tries again by itself; the button
 * is for those who do not want to wait.
 */
export function TryAgain({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.tryAgain}>
      <Button
        size="small"
        icon={<RefreshCw className="icon" aria-hidden="true" />}
        onClick={onRetry}
      >
        Tentar de novo
      </Button>
    </div>
  );
}
