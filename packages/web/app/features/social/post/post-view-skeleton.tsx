import clsx from 'clsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Main } from '../../../ui/layout/main.tsx';
import * as cardStyles from '../card/post-card.module.css';
import * as communityStyles from '../feed/community.module.css';
import * as styles from './post-view.module.css';

/** Placeholder of a post's page while it is loading. */
export function PostViewSkeleton() {
  return (
    <Main>
      <Loading
        label="Carregando publicação"
        className={clsx('container', communityStyles.layout, styles.view)}
      >
        <div>
          <div className={clsx('panel plain column', cardStyles.post)} data-ui="post">
            <div className="row">
              <Skeleton width={40} height={40} />
              <Skeleton width="40%" height={18} />
            </div>
            <Skeleton width="80%" height={44} />
            <Skeleton height={18} />
            <Skeleton height={280} />
          </div>
        </div>
        <div className={clsx('onlyLarge', communityStyles.side, styles.side)}>
          <Skeleton height={210} />
        </div>
      </Loading>
    </Main>
  );
}
