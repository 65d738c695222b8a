import { useState } from 'react';
import { Link } from 'react-router';
import { useIdleComponent } from '../../lib/loading/use-idle-component.ts';
import { useSession } from '../../lib/session/session.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import * as styles from './waiting.module.css';
import { WaitingSkeleton } from './waiting-skeleton.tsx';

const loadContent = () => import('./waiting-content.tsx').then((module) => module.WaitingContent);

/** Shown in place of the cards when their code could not be loaded; only a reload of the page loads it again. */
function CardsNotLoaded() {
  return (
    <ErrorState
      wide
      className={styles.empty}
      reason="Não conseguimos carregar o que espera por você."
      onRetry={() => window.location.reload()}
    />
  );
}

/**
 * Orders and conversations that need the signed-in person's attention, at the top of their home page. Visitors never
 * load the code of the cards.
 */
export function WaitingForYou() {
  const uid = useSession((state) => state.user?.uid);
  const [hasFailed, setHasFailed] = useState(false);
  const Content = useIdleComponent(loadContent, uid !== undefined, () => setHasFailed(true));
  const placeholder = hasFailed ? <CardsNotLoaded /> : <WaitingSkeleton />;
  return (
    <section className={styles.waiting} data-testid="waiting">
      <div className="sectionHead">
        <h1 className="display3">Na sua mesa</h1>
        <Link className="link" to="/sales">
          Ver pedidos
        </Link>
      </div>
      {Content && uid !== undefined ? <Content uid={uid} /> : placeholder}
    </section>
  );
}
