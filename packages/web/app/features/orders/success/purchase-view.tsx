import type { Payment } from '@guilda/contract/orders';
import { Link } from 'react-router';
import { dayAndHour } from '../../../lib/moments.ts';
import { Button } from '../../../ui/button.tsx';
import { Confetti } from '../../../ui/confetti.tsx';
import { useOnline } from '../../../ui/offline-bar.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import { ChatButton } from '../../users/index.ts';
import { packPath } from '../model/places.ts';
import { stepsOf } from '../model/steps.ts';
import { DeadlineNote } from '../parts/deadline-note.tsx';
import { Stopwatch } from '../parts/stopwatch.tsx';
import { Ticket } from './ticket.tsx';
import { useCelebration } from './use-celebration.ts';
import { wordsFor } from './words.ts';

const PURCHASES = '/sales?aba=compras';

function When({ at }: { at: string }) {
  return <time dateTime={at}>{dayAndHour(new Date(at), new Date())}</time>;
}

/** The timeline with what is awaited now in its place. */
function Steps({ order }: { order: Payment }) {
  const awaited = ['awaiting_payment', 'awaiting_start'].indexOf(order.serviceStatus);
  const steps = stepsOf(order).map(({ label, state, at }, index) => {
    if (index === awaited) {
      const named = index === 0 ? 'Pagamento' : 'Aguardando início';
      const time = index === 0 ? 'Em confirmação' : undefined;
      return { label: named, state: 'current' as const, time };
    }
    return { label, state, time: at ? <When key={label} at={at} /> : undefined };
  });
  return <Timeline steps={steps} className="suc-t" />;
}

/** The main thing to do about a purchase that needs no paying; null leaves the purchases. */
function nextStepOf(order: Payment): { to: string; label: string } | null {
  const service = `/service/${order.serviceId}`;
  switch (order.serviceStatus) {
    case 'cancelled':
      return { to: service, label: 'Tentar comprar de novo' };
    case 'refunded':
      return { to: service, label: 'Ver o serviço' };
    case 'complete':
      if (!order.reviewed) return { to: `${PURCHASES}&pedido=${order.id}`, label: 'Avaliar' };
      break;
  }
  const paid = order.type === 'media' && order.serviceStatus !== 'awaiting_payment';
  return paid ? { to: packPath(order), label: 'Abrir pacote' } : null;
}

/** What to do next, the main thing first. */
function NextStep({ order }: { order: Payment }) {
  const { serviceStatus, checkoutUrl } = order;
  const purchases = (primary: boolean) => (
    <Button asLink to={PURCHASES} size="large" variant={primary ? 'primary' : 'neutral'}>
      Ver minhas compras
    </Button>
  );
  if (serviceStatus === 'awaiting_payment' && checkoutUrl) {
    return (
      <>
        <a className="btn pri g" href={checkoutUrl}>
          Voltar ao pagamento
        </a>
        {purchases(false)}
      </>
    );
  }
  const step = nextStepOf(order);
  if (!step) return purchases(true);
  return (
    <>
      <Button asLink to={step.to} size="large" variant="primary">
        {step.label}
      </Button>
      {purchases(false)}
    </>
  );
}

function Footnote({ order, failing }: { order: Payment; failing: boolean }) {
  const online = useOnline();
  if (!online) return <>Você está sem internet. O status se atualiza quando a conexão voltar.</>;
  if (failing) return <>Não conseguimos atualizar o status agora. Tentando de novo...</>;
  if (order.serviceStatus !== 'awaiting_start') return null;
  return (
    <>
      Precisa de ajuda? Enquanto o atendimento não começa, você pode{' '}
      <Link className="link" to={`${PURCHASES}&pedido=${order.id}`}>
        pedir suporte
      </Link>{' '}
      com o código da compra.
    </>
  );
}

/** A purchase after its checkout: what happened, what comes next and the canhoto with the code. */
export function PurchaseView({ order, failing }: { order: Payment; failing: boolean }) {
  const celebrating = useCelebration(order);
  const { title, text } = wordsFor(order);
  const paid = !['awaiting_payment', 'cancelled', 'refunded'].includes(order.serviceStatus);
  return (
    <>
      <div className="wrap suc-w">
        <section className="col g6">
          <div className="col g6" role="status">
            <h1 className="d1">{title}</h1>
            <p className="t-lg dim pre suc-p">{text}</p>
          </div>
          {order.serviceStatus === 'in_progress' && order.startedServiceAt && (
            <p className="row g2">
              <Stopwatch since={order.startedServiceAt} />
              <span className="mute">de atendimento</span>
            </p>
          )}
          <Steps order={order} />
          <DeadlineNote order={order} side="buyer" />
          <div className="row suc-a">
            <NextStep order={order} />
            {paid && <ChatButton uid={order.sellerId} size="large" />}
          </div>
          <p className="t-sm mute pre">
            <Footnote order={order} failing={failing} />
          </p>
        </section>
        <Ticket order={order} torn={paid} />
      </div>
      {celebrating && <Confetti />}
    </>
  );
}
