import { ErrorState } from '../../../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import { chat } from '../../model/index.ts';

const bubbles = [
  { width: '46%', own: false },
  { width: '58%', own: true },
  { width: '30%', own: false },
  { width: '40%', own: false },
  { width: '52%', own: true },
];

/** Messages that have not come yet. */
export function LogSkeleton() {
  return (
    <Loading label="Carregando mensagens" className="rolo esq-m">
      {bubbles.map(({ width, own }) => (
        <Skeleton key={width} width={width} height={42} className={own ? 'eu' : undefined} />
      ))}
    </Loading>
  );
}

/** The conversation could not be had. */
export function LogError({ uid }: { uid: string }) {
  return (
    <div className="rolo">
      <ErrorState
        heading="h3"
        className="solto chat-v"
        reason="Não conseguimos abrir esta conversa."
        onRetry={() => chat().reload(uid)}
      />
    </div>
  );
}

/** Nothing was said yet. */
export function NothingSaid({ name }: { name: string }) {
  return (
    <p className="nada-dito dim pre">
      Nenhuma mensagem por enquanto. Puxe assunto com <bdi className="b">{name}</bdi>.
    </p>
  );
}

/** The partner is writing (`spec §2`). */
export function TypingHint() {
  return (
    <div className="digita">
      <i />
      <i />
      <i />
      <span>Usuário está digitando...</span>
    </div>
  );
}
