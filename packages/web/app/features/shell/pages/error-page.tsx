import clsx from 'clsx';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { isRouteErrorResponse } from 'react-router';
import { isPublicError } from '../../../lib/api/public-error.ts';
import { Button } from '../../../ui/actions/button.tsx';
import offline from '../../../ui/feedback/offline.svg?inline';
import { Main } from '../../../ui/layout/main.tsx';
import * as styles from '../../../ui/layout/message-page.module.css';
import { NotFoundPage } from './not-found.tsx';

function reasonOf(error: unknown): string {
  const data: unknown = isRouteErrorResponse(error) ? error.data : error;
  if (typeof data === 'object' && data !== null && 'message' in data) {
    const { message } = data;
    if (typeof message === 'string' && message !== '') return message;
  }
  return 'Não conseguimos abrir esta página. O problema é nosso, não do seu jogo.';
}

/** Text of an error for the person; messages of unexpected errors are not shown. */
function publicReasonOf(error: unknown): string {
  return reasonOf(isRouteErrorResponse(error) || isPublicError(error) ? error : null);
}

/** Shown instead of a page that failed; an unknown address gets the 404 page. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error)
    ? error.status
    : (error as { status?: unknown } | null)?.status;
  if (status === 404) return <NotFoundPage />;
  return (
    <Main>
      <title>Algo deu errado · Guilda</title>
      <div className={clsx(styles.page, 'container')} data-page="message">
        <div>
          <h1 className="display1">Algo deu errado...</h1>
          <p className={clsx(styles.text, 'textLg secondary pretty')}>{publicReasonOf(error)}</p>
          <div className="row">
            <Button
              variant="primary"
              size="large"
              icon={<RefreshCw className="icon" aria-hidden="true" />}
              onClick={() => window.location.reload()}
            >
              Tentar de novo
            </Button>
            <Button asLink to="/" size="large" reloadDocument>
              Voltar ao início
            </Button>
          </div>
        </div>
        <div className={styles.art} aria-hidden="true">
          <img src={offline} alt="" width={380} height={253} />
        </div>
      </div>
    </Main>
  );
}
