import WifiOff from 'lucide-react/icons/wifi-off';
import { useSyncExternalStore } from 'react';
import * as styles from './offline-bar.module.css';

function subscribeToOnline(onChange: () => void) {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Whether the browser reports a network; true on the server. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribeToOnline,
    () => navigator.onLine,
    () => true,
  );
}

/**
 * A strip under the top bar while there is no network. The live region is always rendered, so that screen readers
 * announce its text.
 */
export function OfflineBar() {
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <div className={styles.bar}>
          <WifiOff className="icon" aria-hidden="true" />
          Você está sem internet. Tentando reconectar...
        </div>
      )}
    </div>
  );
}
