import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';

/** How long the check mark stays after copying, in ms. */
const DONE_MS = 2000;

/** A purchase code, which can be selected, with a button that copies it. */
export function PurchaseCode({ code }: { code: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
      toast({ title: 'Código copiado', text: code });
    } catch {
      toast({ title: 'Não deu para copiar o código', text: code, tone: 'warn' });
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <span className="codigo">
      <span className="num">{code}</span>
      <IconButton
        label={`Copiar código ${code}`}
        tip="top"
        icon={<Icon className="i" aria-hidden="true" />}
        onClick={copy}
      />
    </span>
  );
}
