import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { toast } from '../feedback/toast.ts';
import { IconButton } from './icon-button.tsx';

/** How long the check mark is shown after copying, in ms. */
const CHECK_MARK_MS = 2000;

interface CopyButtonProps {
  /** The text that is copied. */
  text: string;
  /** Accessible name of the button. */
  label: string;
  /** Title of the toast after copying. */
  done: string;
  className?: string | undefined;
}

/** Button that copies a text. If the browser refuses, a toast shows the text, so that the person can copy it. */
export function CopyButton({ text, label, done, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CHECK_MARK_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      toast({ title: done, text });
    } catch {
      toast({ title: 'Não deu para copiar', text, tone: 'warn' });
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <IconButton
      label={label}
      tip="top"
      className={className}
      icon={<Icon className="icon" aria-hidden="true" />}
      onClick={copy}
    />
  );
}
