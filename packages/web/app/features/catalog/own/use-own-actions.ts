import type { Service } from '@guilda/contract/services/catalog';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { browserClient } from '../../../lib/data/page-data.ts';
import { toast, toastError } from '../../../ui/feedback/toast.ts';
import { removeCachedService, updateCachedService } from './service-cache.ts';

type ServiceStatus = Service['status'];

const statusToasts: Record<ServiceStatus, { title: string; text: string }> = {
  paused: { title: 'Pausado', text: 'Seu serviço não aparece mais para outras pessoas.' },
  active: { title: 'Reativado', text: 'Seu serviço aparece de novo para todo mundo.' },
};

/**
 * Shows the new status at once and restores the previous one if the server refuses. The toast has an undo button,
 * unless the change is itself an undo.
 */
async function setServiceStatus(
  client: QueryClient,
  service: Service,
  status: ServiceStatus,
  offersUndo = true,
): Promise<void> {
  updateCachedService(client, { ...service, status });
  try {
    const params = { serviceId: service.id };
    const { catalog } = await browserClient();
    const answer = await catalog.updateService({ params, body: { status } });
    updateCachedService(client, answer.service);
    const undo = () => void setServiceStatus(client, answer.service, service.status, false);
    const action = offersUndo ? { label: 'Desfazer', run: undo } : undefined;
    toast({ ...statusToasts[status], action });
  } catch (error) {
    updateCachedService(client, service);
    toastError(error);
  }
}

/** The owner's actions on a service; only one runs at a time. `onGone` is called after the service was deleted. */
export function useOwnServiceActions(service: Service, onGone: () => void) {
  const client = useQueryClient();
  const busy = useRef(false);
  const [removing, setRemoving] = useState(false);
  const runOnce = async (work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    await work().finally(() => {
      busy.current = false;
    });
  };
  const toggle = () =>
    runOnce(() =>
      setServiceStatus(client, service, service.status === 'active' ? 'paused' : 'active'),
    );
  const remove = () =>
    runOnce(async () => {
      setRemoving(true);
      try {
        const { catalog } = await browserClient();
        await catalog.deleteService({ params: { serviceId: service.id } });
        toast({ title: 'Excluído', text: 'Seu serviço não existe mais.' });
        onGone();
        removeCachedService(client, service.id);
      } catch (error) {
        toastError(error);
      } finally {
        setRemoving(false);
      }
    });
  return { toggle, remove, removing };
}
