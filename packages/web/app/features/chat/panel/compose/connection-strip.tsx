import WifiOff from 'lucide-react/icons/wifi-off';
import { useConnection } from '../../model/index.ts';
import * as styles from './composer.module.css';

function connectionText(isOffline: boolean, hasUnstored: boolean): string | null {
  if (hasUnstored) return 'Não feche esta aba: há mensagens que ainda não saíram dela.';
  return isOffline ? 'Sem conexão. Suas mensagens saem quando ela voltar.' : null;
}

/**
 * Notice that messages wait for the connection. `hasUnstored`: waiting messages could not be stored on this device. The
 * live region is always rendered, so that screen readers announce its text.
 */
export function ConnectionStrip({ hasUnstored }: { hasUnstored: boolean }) {
  const text = connectionText(useConnection() === 'offline', hasUnstored);
  return (
    <div role="status">
      {text && (
        <p className={styles.connectionStrip}>
          <WifiOff className="icon iconSmall" aria-hidden="true" />
          {text}
        </p>
      )}
    </div>
  );
}
