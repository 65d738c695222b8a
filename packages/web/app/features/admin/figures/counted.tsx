import type { Figures } from '@guilda/contract/figures';
import { wholeMoment } from '../../../lib/moments.ts';
import { screenText } from '../model/words.ts';

const number = new Intl.NumberFormat('pt-BR');

function Screens({ screens }: Pick<Figures, 'screens'>) {
  const most = Math.max(1, ...screens.map(({ views }) => views));
  return (
    <section className="painel liso col g2" aria-labelledby="num-telas">
      <h2 className="b" id="num-telas">
        Telas mais vistas
      </h2>
      {screens.length === 0 && <p className="mute t-sm">Ninguém aceitou ser contado ainda.</p>}
      <ol className="num-l">
        {screens.map(({ screen, views }) => (
          <li key={screen}>
            <span className="quebra">{screenText(screen)}</span>
            <span className="num">{number.format(views)}</span>
            <i style={{ width: `${(views / most) * 100}%` }} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Errors({ errors }: { errors: Figures['clientErrors'] }) {
  return (
    <section className="painel liso col g2" aria-labelledby="num-erros">
      <h2 className="b" id="num-erros">
        Erros nas páginas
      </h2>
      {errors.length === 0 && <p className="mute t-sm">Nenhum erro nestes dias.</p>}
      <ul className="num-e">
        {errors.map(({ message, screen, count, lastAt }) => (
          <li key={`${screen} ${message}`}>
            <span className="num">{`${number.format(count)}×`}</span>
            <span className="cresce">
              <code className="quebra mod-p">{message}</code>
              <span className="t-xs mute">{`${screenText(screen)} · último em ${wholeMoment(new Date(lastAt))}`}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was counted besides days: screens seen, and errors that pages told of. */
export function Counted({ figures }: { figures: Figures }) {
  return (
    <div className="num-d">
      <Screens screens={figures.screens} />
      <Errors errors={figures.clientErrors} />
    </div>
  );
}
