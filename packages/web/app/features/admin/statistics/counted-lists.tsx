import type { AdminStatistics } from '@guilda/contract/moderation/admin-statistics';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import { screenText } from '../model/words.ts';
import * as styles from './statistics.module.css';

const numberFormat = new Intl.NumberFormat('pt-BR');

function ScreenCounts({ screens }: Pick<AdminStatistics, 'screens'>) {
  const maxViews = Math.max(1, ...screens.map(({ views }) => views));
  return (
    <section className="panel plain column gap2" aria-labelledby="num-telas">
      <h2 className="bold" id="num-telas">
        Telas mais vistas
      </h2>
      {screens.length === 0 && <p className="muted textSm">Ninguém aceitou ser contado ainda.</p>}
      <ol className={styles.shares}>
        {screens.map(({ screen, views }) => (
          <li key={screen}>
            <span className="breakWords">{screenText(screen)}</span>
            <span className="numeric">{numberFormat.format(views)}</span>
            <i style={{ width: `${(views / maxViews) * 100}%` }} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function ErrorCounts({ errors }: { errors: AdminStatistics['clientErrors'] }) {
  return (
    <section className="panel plain column gap2" aria-labelledby="num-erros">
      <h2 className="bold" id="num-erros">
        Erros nas páginas
      </h2>
      {errors.length === 0 && <p className="muted textSm">Nenhum erro nestes dias.</p>}
      <ul className={styles.events}>
        {errors.map(({ message, screen, count, lastAt }) => (
          <li key={`${screen} ${message}`}>
            <span className="numeric">{`${numberFormat.format(count)}×`}</span>
            <span className="grow">
              <code className="breakWords block">{message}</code>
              <span className="textXs muted">{`${screenText(screen)} · último em ${fullDateTimeText(new Date(lastAt))}`}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Numbers that are counted for the whole period instead of per day: viewed pages and reported errors. */
export function CountedLists({ statistics }: { statistics: AdminStatistics }) {
  return (
    <div className={styles.counts}>
      <ScreenCounts screens={statistics.screens} />
      <ErrorCounts errors={statistics.clientErrors} />
    </div>
  );
}
