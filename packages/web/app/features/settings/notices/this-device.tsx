import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { usePush } from './use-push.ts';

interface StateProps {
  on?: boolean;
  title: string;
  text: string;
  children?: ReactNode;
}

function State({ on = false, title, text, children }: StateProps) {
  const Icon = on ? Bell : BellOff;
  return (
    <div className="row fora-d">
      <Icon className="i" aria-hidden="true" />
      <div className="cresce">
        <p className="b">{title}</p>
        <p className="t-sm mute">{text}</p>
      </div>
      {children && <div className="row g2 fora-b">{children}</div>}
    </div>
  );
}

const SENT = 'Enviado. O aviso deve aparecer em instantes.';

/** Notices in the browser in hand: asked for, given, refused, or not to be had. */
export function ThisDevice({ uid }: { uid: string }) {
  const { state, on, off, attempt } = usePush(uid);
  if (state === undefined)
    return (
      <Loading label="Carregando os avisos deste aparelho" className="col">
        <Skeleton height={44} />
      </Loading>
    );
  if (state === 'unsupported')
    return (
      <State
        title="Este navegador não recebe avisos"
        text="No iPhone e no iPad, adicione a Guilda à tela de início e abra por lá."
      />
    );
  if (state === 'denied')
    return (
      <State
        title="Os avisos estão bloqueados neste navegador"
        text="Para desbloquear, toque no ícone ao lado do endereço da página, permita as notificações e recarregue."
      />
    );
  if (state === 'off')
    return (
      <State
        title="Os avisos estão desligados neste aparelho"
        text="Receba um aviso mesmo com a Guilda fechada."
      >
        <Button variant="primary" loading={on.isPending} onClick={() => on.mutate()}>
          Ativar avisos neste aparelho
        </Button>
      </State>
    );
  return (
    <>
      <State
        on
        title="Os avisos chegam a este aparelho"
        text="Mesmo com a Guilda fechada, do jeito que você escolher abaixo."
      >
        <Button loading={attempt.isPending} onClick={() => attempt.mutate()}>
          Enviar aviso de teste
        </Button>
        <Button variant="ghost" loading={off.isPending} onClick={() => off.mutate()}>
          Desativar
        </Button>
      </State>
      <p className="t-sm" role="status">
        {attempt.isSuccess && SENT}
      </p>
    </>
  );
}
