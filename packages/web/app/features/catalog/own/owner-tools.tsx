import type { Service } from '@guilda/contract/services/catalog';
import CirclePause from 'lucide-react/icons/circle-pause';
import CirclePlay from 'lucide-react/icons/circle-play';
import Images from 'lucide-react/icons/images';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/actions/button.tsx';
import * as styles from '../components/service-page.module.css';
import { DeleteService } from './delete-service.tsx';
import { EditService, useEditLink } from './edit-service.tsx';
import { useOwnServiceActions } from './use-own-actions.ts';

/** Buttons that change a service or open its pack. */
function EditTools({ service, onToggle }: { service: Service; onToggle: () => void }) {
  const editLink = useEditLink(service);
  const isPaused = service.status === 'paused';
  const StatusIcon = isPaused ? CirclePlay : CirclePause;
  return (
    <>
      <Button
        asLink
        to={editLink}
        preventScrollReset
        icon={<Pencil className="icon" aria-hidden="true" />}
      >
        Editar
      </Button>
      <Button icon={<StatusIcon className="icon" aria-hidden="true" />} onClick={onToggle}>
        {isPaused ? 'Reativar' : 'Pausar'}
      </Button>
      {service.type === 'media' && (
        <Button
          asLink
          to={`/pack/${service.id}`}
          icon={<Images className="icon" aria-hidden="true" />}
        >
          Ver pacote
        </Button>
      )}
    </>
  );
}

/** Buttons of the owner on a service's page; a service that the team has hidden can only be deleted. */
export function OwnServiceTools({ service }: { service: Service }) {
  const navigate = useNavigate();
  const [isDeletionOpen, setDeletionOpen] = useState<boolean>();
  const { toggle, remove, removing } = useOwnServiceActions(service, () => {
    void navigate(`/user/${service.seller.username}`, { replace: true });
  });
  return (
    <section className={styles.ownerTools} aria-label="Seu serviço">
      {!service.hidden && <EditTools service={service} onToggle={() => void toggle()} />}
      {/* A form that is open keeps what was typed when the team hides the service; the server then refuses to save it. */}
      <EditService service={service} />
      <Button
        variant="danger"
        icon={<Trash2 className="icon" aria-hidden="true" />}
        onClick={() => setDeletionOpen(true)}
      >
        Excluir
      </Button>
      <DeleteService
        service={service}
        isDeletionOpen={isDeletionOpen}
        onDeletionOpenChange={setDeletionOpen}
        removing={removing}
        onRemove={remove}
      />
    </section>
  );
}
