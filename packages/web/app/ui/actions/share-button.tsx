import Share2 from 'lucide-react/icons/share-2';
import { toast } from '../feedback/toast.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

interface ShareButtonProps {
  /** Short description of the link's target. */
  title: string;
  /** Path of the link; the current page by default. */
  path?: string | undefined;
  /** Shows a label and fills the width. */
  wide?: boolean | undefined;
  className?: string | undefined;
}

/** Opens the device's share sheet; resolves to false where there is none. */
async function shareNatively(data: ShareData): Promise<boolean> {
  if (!navigator.canShare?.(data)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    // Closed by the person: that is an answer too.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** Opens the device's own sheet with a page's link, or copies the link. */
export async function shareOrCopyLink(title: string, path: string): Promise<void> {
  const url = new URL(path, window.location.origin).href;
  if (await shareNatively({ title, url })) return;
  await copyLink(path);
}

/** Copies the link of a page and confirms it with a toast. */
export async function copyLink(path: string): Promise<void> {
  const url = new URL(path, window.location.origin).href;
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: 'Link copiado', text: 'Agora é só colar onde quiser.' });
  } catch {
    toast({ title: 'Não deu para copiar o link', text: url, tone: 'warn' });
  }
}

/** Shares a page by the device's own sheet, or copies its link. */
export function ShareButton({ title, path, wide, className }: ShareButtonProps) {
  const icon = <Share2 className="icon" aria-hidden="true" />;
  const press = () => shareOrCopyLink(title, path ?? window.location.pathname);
  if (wide) {
    return (
      <Button variant="ghost" block className={className} icon={icon} onClick={press}>
        Compartilhar
      </Button>
    );
  }
  return (
    <IconButton
      label="Compartilhar"
      tone="solid"
      className={className}
      icon={icon}
      onClick={press}
    />
  );
}
