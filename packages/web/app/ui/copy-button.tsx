import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { toast } from './toast.ts';

/** How long the check mark stays after copying, in ms. */
const DONE_MS = 2000;

interface CopyButtonProps {
  /** What is copied. */
  text: string;
  /** Accessible name. */
  label: string;
  /** Title of the toast that follows. */
  done: string;
}

/** Copies a text; where the browser refuses, says so with the text to copy by hand. */
export function CopyButton({ text, label, done }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), DONE_MS);
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
      icon={<Icon className="i" aria-hidden="true" />}
      onClick={copy}
    />
  );
}
