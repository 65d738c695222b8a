import type { Payment } from '@guilda/contract/orders/orders';
import Download from 'lucide-react/icons/download';
import { api } from '../../lib/api/api.ts';
import { saveBlob } from '../../lib/files/save-blob.ts';
import { useOnce } from '../../lib/loading/use-once.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toastError } from '../../ui/feedback/toast.ts';

export interface EvidenceButtonProps {
  /** An order with a dispute or chargeback; other orders have no evidence. */
  readonly order: Pick<Payment, 'id' | 'purchaseCode'>;
}

/** Button that downloads the evidence that the server stored for the dispute or chargeback of an order, as a zip. */
export function EvidenceButton({ order: { id, purchaseCode } }: EvidenceButtonProps) {
  const { pending, runOnce } = useOnce();
  const save = () =>
    runOnce(async () => {
      try {
        const zip = await api().evidence.downloadEvidence({ params: { id } });
        saveBlob(`provas-${purchaseCode}.zip`, zip);
      } catch (error) {
        toastError(error);
      }
    });
  return (
    <Button
      variant="ghost"
      icon={<Download className="icon" aria-hidden="true" />}
      loading={pending}
      onClick={save}
    >
      Baixar provas
    </Button>
  );
}
