import clsx from 'clsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import * as cardStyles from '../card/post-card.module.css';
import * as styles from './community.module.css';

function PostSkeleton() {
  return (
    <div className={clsx('panel plain', cardStyles.post)} data-ui="post" aria-hidden="true">
      <div className="row">
        <Skeleton width={40} height={40} />
        <div className="column gap2 grow">
          <Skeleton width="40%" height={14} />
          <Skeleton width="25%" height={12} />
        </div>
      </div>
      <div className={clsx('column gap2', cardStyles.text)} data-ui="post-text">
        <Skeleton height={16} />
        <Skeleton width="70%" height={16} />
      </div>
      <div className={clsx(cardStyles.actions, styles.skeletonActions)} data-ui="post-actions">
        <Skeleton width={64} height={20} />
        <Skeleton width={120} height={20} />
      </div>
    </div>
  );
}

/** Placeholders of posts while they are loading. */
export function PostSkeletons({ count = 3 }: { count?: number | undefined }) {
  return (
    <Loading label="Carregando publicações" className={styles.loading}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes without identity
        <PostSkeleton key={index} />
      ))}
    </Loading>
  );
}
