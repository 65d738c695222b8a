import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import * as styles from './waiting.module.css';

/** Placeholder of the cards of orders and conversations while their code or data is loading. */
export function WaitingSkeleton() {
  return (
    <Loading label="Carregando o que espera por você" className={styles.cards}>
      <Skeleton height={178} />
      <Skeleton height={178} className="onlyLarge" />
    </Loading>
  );
}
