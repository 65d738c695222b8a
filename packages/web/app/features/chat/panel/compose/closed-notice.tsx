import type { ChatPartner } from '@guilda/contract/messaging';
import { Button } from '../../../../ui/button.tsx';
import { useBlocking } from '../../../blocks/index.ts';
import { chat } from '../../model/index.ts';

function Unblock({ partner }: { partner: ChatPartner }) {
  const { unblock } = useBlocking(partner, () => chat().reload(partner.uid));
  return (
    <Button size="small" loading={unblock.isPending} onClick={() => unblock.mutate()}>
      Desbloquear
    </Button>
  );
}

/** Stands where one would write, when nothing can be sent (`product §3`). */
export function ClosedNotice({ partner }: { partner: ChatPartner }) {
  return (
    <div className="fechada" role="status">
      <p>
        {partner.blocked
          ? 'Você bloqueou esta pessoa.'
          : 'Não é possível enviar mensagens para esta pessoa.'}
      </p>
      {partner.blocked && <Unblock partner={partner} />}
    </div>
  );
}
