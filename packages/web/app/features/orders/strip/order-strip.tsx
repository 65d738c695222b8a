import type { Payment } from '@guilda/contract/orders';
import type { OwnUser } from '@guilda/contract/users';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useLater } from '../../../ui/use-later.ts';
import { actionsOf } from '../model/actions.ts';
import type { OrderRole } from '../model/columns.ts';
import { nameOf } from '../model/dialog-action.ts';
import { sideOf } from '../model/side.ts';
import { Stopwatch } from '../parts/stopwatch.tsx';
import { OrderTag } from '../sales/order-tag.tsx';
import { useOpenOrder } from './use-open-order.ts';

type StripAction = 'start' | 'end';

const loadDialog = () => import('../dialogs/order-dialog.tsx').then((module) => module.OrderDialog);

/** The step that the order's state leaves to this person, if it is one of the strip's. */
function stepOf(order: Payment, user: OwnUser): StripAction | undefined {
  return actionsOf(order, user).find((each) => each === 'start' || each === 'end');
}

const words: Readonly<Record<OrderRole, Record<StripAction, string>>> = {
  seller: { start: 'Iniciar', end: 'Finalizar' },
  buyer: { start: 'Iniciar', end: 'Encerrar' },
};

interface StripProps {
  order: Payment;
  user: OwnUser;
  onAct: (action: StripAction) => void;
}

function Strip({ order, user, onAct }: StripProps) {
  const side = sideOf(order, user.uid) ?? 'buyer';
  const action = stepOf(order, user);
  const live = order.serviceStatus === 'in_progress';
  return (
    <section className={live ? 'fita' : 'fita na-fila'} aria-label="Pedido entre vocês">
      {live ? (
        <Tag tone="live" bars>
          Em atendimento
        </Tag>
      ) : (
        <OrderTag order={order} side={side} />
      )}
      <Link
        className="trunca cresce b t-sm"
        to={`/sales?pedido=${order.id}&acao=${nameOf('details')}`}
      >
        {order.productName}
      </Link>
      <span className="num mute so-desk">{order.purchaseCode}</span>
      {order.startedServiceAt && <Stopwatch since={order.startedServiceAt} />}
      {action && (
        <Button size="small" onClick={() => onAct(action)}>
          {words[side][action]}
        </Button>
      )}
    </section>
  );
}

interface OrderStripProps {
  /** Uid of the person on the other side. */
  partner: string;
  user: OwnUser;
}

/** The order under way between two people, with the step that is left to the signed-in one. */
export function OrderStrip({ partner, user }: OrderStripProps) {
  const { data } = useOpenOrder(partner);
  // The dialog stays what it is until it is closed, also when its own act moves the order on.
  const [shown, setShown] = useState<{ order: Payment; action: StripAction } | null>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Dialog = useLater(loadDialog, open, close);
  const act = (action: StripAction) => {
    if (data) setShown({ order: data, action });
    setOpen(true);
  };
  return (
    <>
      {data && <Strip order={data} user={user} onAct={act} />}
      {Dialog && shown && <Dialog {...shown} user={user} open={open} onClose={close} />}
    </>
  );
}
