import { limits } from '@guilda/contract/limits';
import type { AdminRefund } from '@guilda/contract/orders/refunds';
import { failedRefundEndpoints } from '@guilda/contract/orders/refunds';
import type { z } from '@guilda/contract/schema';
import { zodResolver } from '@hookform/resolvers/zod';
import clsx from 'clsx';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../../lib/api/api.ts';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Fact } from '../../../ui/display/fact-list.tsx';
import { Tag, type TagTone } from '../../../ui/display/tag.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Price } from '../../../ui/text/price.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { useAdminAction } from '../actions/use-admin-action.ts';
import * as layout from '../admin.module.css';
import { ItemSkeleton } from '../admin-skeleton.tsx';
import * as decision from '../decision/decision.module.css';
import { CannotDecideNotice } from './cannot-decide-notice.tsx';
import type { DetailProps } from './detail-props.ts';
import { ItemError } from './item-error.tsx';
import { OrderSection } from './order-section.tsx';
import { PaneHead } from './pane-head.tsx';
import { DetailSection } from './section.tsx';
import { useRefund } from './use-item.ts';

const statusTags: Record<AdminRefund['status'], { tone: TagTone; label: string }> = {
  failed: { tone: 'danger', label: 'Não voltou' },
  pending: { tone: 'warn', label: 'A caminho' },
  succeeded: { tone: 'neutral', label: 'Reembolsado' },
};

const refundCauseTexts: Readonly<Record<string, string>> = {
  buyer: 'Quem comprou desfez antes do início',
  seller: 'Quem vendeu reembolsou',
  admin: 'A equipe decidiu reembolsar',
  not_started: 'O atendimento não começou a tempo',
  late: 'O pagamento chegou tarde',
  wrong_amount: 'O valor pago não era o do pedido',
  overpaid: 'Foi pago a mais',
  account_closed: 'A conta de quem vendeu foi encerrada',
  dispute: 'Uma disputa terminou assim',
};

function RefundFacts({ refund }: { refund: AdminRefund }) {
  const { reason, createdAt } = refund;
  return (
    <OrderSection order={refund} buyerLabel="Recebe de volta">
      <Fact name="Por que volta">{refundCauseTexts[reason] ?? reason}</Fact>
      <Fact name="Desde" kind="numeric">
        {fullDateTimeText(new Date(createdAt))}
      </Fact>
    </OrderSection>
  );
}

type RefundDecisionBody = z.input<typeof failedRefundEndpoints.retryRefund.body>;

const retryReasonSchema = failedRefundEndpoints.retryRefund.body;

function RefundDecisionForm({ refund, onDecided }: { refund: AdminRefund; onDecided: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(retryReasonSchema),
    defaultValues: { reason: '' },
  });
  /** The text of the decision that the confirmation dialog asks about; null while the dialog is closed. */
  const [asked, setAsked] = useState<RefundDecisionBody | null>(null);
  const close = () => setAsked(null);
  const { pending, runAction } = useAdminAction({ close, onDone: onDecided });
  const params = { id: refund.id };
  const retry = handleSubmit((body) =>
    runAction(
      (confirmationInput) => api().refunds.retryRefund({ params, body, ...confirmationInput }),
      'Reembolso pedido de novo',
    ),
  );
  const settle = (body: RefundDecisionBody) =>
    runAction(
      (confirmationInput) => api().refunds.settleRefund({ params, body, ...confirmationInput }),
      'Reembolso resolvido',
    );
  return (
    <DetailSection title="Decisão">
      <form className={clsx(decision.form, 'column gap2')} noValidate onSubmit={retry}>
        <TextArea
          label="Motivo"
          hint="Fica no registro da equipe."
          error={formState.errors.reason?.message}
          {...register('reason')}
          max={limits.moderationReason}
        />
        <Button
          type="submit"
          variant="primary"
          loading={pending}
          icon={<RefreshCw className="icon" aria-hidden="true" />}
        >
          Tentar de novo
        </Button>
        <Button loading={pending} onClick={() => void handleSubmit(setAsked)()}>
          Já paguei por fora
        </Button>
      </form>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={close}
        backCloses
        title="Já paguei por fora"
        text={`Confirme que ${priceParts(refund.amount).text} já foram pagos a ${refund.buyer.displayName || refund.buyer.username}. Não dá para voltar atrás.`}
        confirmLabel="Já paguei"
        variant="dangerFill"
        loading={pending}
        returnFocusSelector="#item-title"
        onConfirm={() => asked && void settle(asked)}
      />
    </DetailSection>
  );
}

/** Details of a failed refund, with the buttons to retry it or to record that the buyer was paid another way. */
export function RefundDetail({ id, uid, onDecided }: DetailProps) {
  const query = useRefund(id);
  const refund = query.data;
  if (!refund) return query.error ? <ItemError query={query} /> : <ItemSkeleton />;
  const { amount, status, buyer, seller } = refund;
  const { tone, label } = statusTags[status];
  const isOwn = buyer.uid === uid || seller.uid === uid;
  return (
    <article>
      <PaneHead id={id} above={<span>Reembolso parado</span>} tags={<Tag tone={tone}>{label}</Tag>}>
        <Price value={amount} size="xl" />
      </PaneHead>
      <div className={layout.columns}>
        <div className={clsx(layout.stack, 'column')}>
          <RefundFacts refund={refund} />
        </div>
        {status === 'failed' && !isOwn && (
          <RefundDecisionForm refund={refund} onDecided={onDecided} />
        )}
        {status === 'failed' && isOwn && <CannotDecideNotice why="Este pedido é seu." />}
      </div>
    </article>
  );
}
