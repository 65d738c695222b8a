import type { Service } from '@guilda/contract/services/catalog';
import { useSearchParams } from 'react-router';
import { useUrlDialog } from '../../../lib/navigation/use-url-dialog.ts';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';

const EDIT_PARAM = 'editar';

const loadDialog = () =>
  import('../publish/edit-service-dialog.tsx').then((module) => module.EditServiceDialog);

/** The query string that opens the edit dialog of a service over the current page. */
export function useEditLink(service: Service): string {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set(EDIT_PARAM, service.id);
  return `?${next}`;
}

/** The edit dialog of a service, open while the address contains `?editar=`. */
export function EditService({ service }: { service: Service }) {
  const { open, close } = useUrlDialog(service.id, EDIT_PARAM);
  const Dialog = useLazyComponent(loadDialog, open, close);
  return open && Dialog && <Dialog service={service} onClose={close} />;
}
