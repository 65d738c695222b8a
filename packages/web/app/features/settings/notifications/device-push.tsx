import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { focusSection } from '../focus-section.ts';
import * as styles from './notifications-section.module.css';
import { useDevicePush } from './use-push.ts';

interface PushStatusProps {
  isOn?: boolean;
  title: string;
  text: string;
  children?: ReactNode;
}

function PushStatus({ isOn = false, title, text, children }: PushStatusProps) {
  const Icon = isOn ? Bell : BellOff;
  return (
    <div className={`row ${styles.device}`}>
      <Icon className="icon" aria-hidden="true" />
      <div className="grow">
        <p className="bold">{title}</p>
        <p className="textSm muted">{text}</p>
      </div>
      {children && <div className={`row gap2 ${styles.deviceButtons}`}>{children}</div>}
    </div>
  );
}

/** Id of the element of the section in which the state stands. */
export const NOTIFICATIONS_SECTION_ID = 'avisos';

const TEST_SENT_TEXT = 'Enviado. O aviso deve aparecer em instantes.';

/** State of push notifications in this browser, with the switch to turn them on or off. */
export function DevicePush({ uid }: { uid: string }) {
  const { state, turnOn, turnOff, testPush } = useDevicePush(uid);
  // The pressed button disappears with the changed state.
  const onSuccess = () => focusSection(NOTIFICATIONS_SECTION_ID);
  if (state === undefined)
    return (
      <Loading label="Carregando os avisos deste aparelho" className="column">
        <Skeleton height={44} />
      </Loading>
    );
  if (state === 'unsupported')
    return (
      <PushStatus
        title="Este navegador não recebe avisos"
        text="No iPhone e no iPad, adicione a Guilda à tela de início e abra por lá."
      />
    );
  if (state === 'denied')
    return (
      <PushStatus
        title="Os avisos estão bloqueados neste navegador"
        text="Para desbloquear, toque no ícone ao lado do endereço da página, permita as notificações e recarregue."
      />
    );
  if (state === 'off')
    return (
      <PushStatus
        title="Os avisos estão desligados neste aparelho"
        text="Receba um aviso mesmo com a Guilda fechada."
      >
        <Button
          variant="primary"
          loading={turnOn.isPending}
          onClick={() => turnOn.mutate(undefined, { onSuccess })}
        >
          Ativar avisos neste aparelho
        </Button>
      </PushStatus>
    );
  return (
    <>
      <PushStatus
        isOn
        title="Os avisos chegam a este aparelho"
        text="Mesmo com a Guilda fechada, do jeito que você escolher abaixo."
      >
        <Button loading={testPush.isPending} onClick={() => testPush.mutate()}>
          Enviar aviso de teste
        </Button>
        <Button
          variant="ghost"
          loading={turnOff.isPending}
          onClick={() => turnOff.mutate(undefined, { onSuccess })}
        >
          Desativar
        </Button>
      </PushStatus>
      <p className="textSm" role="status">
        {testPush.isSuccess && TEST_SENT_TEXT}
      </p>
    </>
  );
}
