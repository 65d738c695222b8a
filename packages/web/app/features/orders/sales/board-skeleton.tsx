import { Loading, Skeleton } from '../../../ui/skeleton.tsx';

function CardSkeleton() {
  return (
    <div className="comanda" aria-hidden="true">
      <div className="top">
        <Skeleton width={96} height={22} />
        <Skeleton width={84} height={14} className="fim" />
      </div>
      <div className="mid">
        <div className="row">
          <Skeleton width={48} height={48} />
          <div className="cresce col g2">
            <Skeleton width="80%" height={16} />
            <Skeleton width="50%" height={13} />
          </div>
        </div>
        <Skeleton height={44} />
      </div>
    </div>
  );
}

const titles = ['Na fila', 'Em atendimento', 'Concluídas'];

/** The board before its first answer, perforations included. */
export function BoardSkeleton() {
  return (
    <Loading label="Carregando pedidos" className="colunas">
      {titles.map((title) => (
        <section key={title}>
          <p className="col-h" aria-hidden="true">
            {title}
          </p>
          <CardSkeleton />
        </section>
      ))}
    </Loading>
  );
}
