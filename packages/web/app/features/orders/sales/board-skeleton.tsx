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

/** A grid of orders before its first answer. */
export function CardSkeletons() {
  return (
    <Loading label="Carregando pedidos" className="comandas">
      {['a', 'b', 'c'].map((card) => (
        <CardSkeleton key={card} />
      ))}
    </Loading>
  );
}

const titles = ['Na fila', 'Em atendimento', 'Concluídas'];

function FiguresSkeleton() {
  return (
    <div className="placar on-mesa" aria-hidden="true">
      {['a', 'b', 'c', 'd'].map((figure) => (
        <div key={figure} className="col g1">
          <Skeleton width="5rem" height={18} />
          <Skeleton width="8rem" height={28} />
        </div>
      ))}
    </div>
  );
}

/** The board before its first answer, perforations included; with a seller's figures or without. */
export function BoardSkeleton({ figures }: { figures: boolean }) {
  return (
    <Loading label="Carregando pedidos">
      {figures && <FiguresSkeleton />}
      <div className="colunas">
        {titles.map((title) => (
          <section key={title}>
            <p className="col-h" aria-hidden="true">
              {title}
            </p>
            <CardSkeleton />
          </section>
        ))}
      </div>
    </Loading>
  );
}
