import Share2 from 'lucide-react/icons/share-2';
import { toast } from '../feedback/toast.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

interface ShareButtonProps {
  /** Short description of the page that the link opens. */
  title: string;
  /** Path of the link; the current page by default. */
  path?: string | undefined;
  /** Whether the button shows a text and takes the full width. */
  wide?: boolean | undefined;
  className?: string | undefined;
}

/** Opens the share dialog of the device; resolves to false if the device has none. */
async function shareNatively(shareData: ShareData): Promise<boolean> {
  if (!navigator.canShare?.(shareData)) return false;
  try {
    await navigator.share(shareData);
    return true;
  } catch (error) {
    // Closing the dialog without sharing counts as success, so that the link is not copied.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** Shares a page's link with the share dialog of the device, or copies the link if there is none. */
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

/** Button that shares a page with the share dialog of the device, or copies its link. */
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
