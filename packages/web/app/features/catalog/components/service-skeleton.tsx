import clsx from 'clsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Main } from '../../../ui/layout/main.tsx';
import * as styles from './service-page.module.css';

/** Placeholder of a service's page while it is loading. */
export function ServiceSkeleton() {
  return (
    <Main>
      <Loading label="Carregando serviço" className={clsx(styles.page, 'container')}>
        <div className={styles.main}>
          <Skeleton height="auto" aspect="5 / 2" />
          <div className={styles.head}>
            <Skeleton height={24} width="30%" />
            <Skeleton height={48} width="80%" />
            <Skeleton height={20} />
            <Skeleton height={20} width="70%" />
          </div>
        </div>
        <div className={styles.aside}>
          <Skeleton height={320} />
        </div>
      </Loading>
    </Main>
  );
}
