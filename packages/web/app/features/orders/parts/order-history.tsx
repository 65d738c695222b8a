import type { Payment } from '@guilda/contract/orders';
import { wholeMoment } from '../../../lib/moments.ts';
import { stepText } from '../model/who-did.ts';

/** Every recorded step of an order: what, whose act and when, oldest first. */
export function OrderHistory({ order, uid }: { order: Payment; uid: string }) {
  return (
    <ol className="hist pedido-h" aria-label="Histórico">
      {order.steps.map((step) => (
        <li key={`${step.status} ${step.at}`}>
          <time className="num mute" dateTime={step.at}>
            {wholeMoment(new Date(step.at))}
          </time>
          <span>{stepText(step, order, uid)}</span>
        </li>
      ))}
    </ol>
  );
}
