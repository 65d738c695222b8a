import type { Service } from '@guilda/contract/catalog';
import CirclePause from 'lucide-react/icons/circle-pause';
import CirclePlay from 'lucide-react/icons/circle-play';
import Images from 'lucide-react/icons/images';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { DeleteService } from './delete-service.tsx';
import { EditService, useEditLink } from './edit-service.tsx';
import { useOwnActs } from './use-own-acts.ts';

/** What its owner may do with a service, on its page. */
export function OwnerTools({ service }: { service: Service }) {
  const navigate = useNavigate();
  const edit = useEditLink(service);
  const [asking, setAsking] = useState<boolean>();
  const { toggle, remove, removing } = useOwnActs(service, () => {
    void navigate(`/user/${service.seller.username}`, { replace: true });
  });
  const paused = service.status === 'paused';
  const StatusIcon = paused ? CirclePlay : CirclePause;
  return (
    <section className="dono" aria-label="Sua ficha">
      <Button
        asLink
        to={edit}
        preventScrollReset
        icon={<Pencil className="i" aria-hidden="true" />}
      >
        Editar
      </Button>
      <Button icon={<StatusIcon className="i" aria-hidden="true" />} onClick={toggle}>
        {paused ? 'Reativar' : 'Pausar'}
      </Button>
      {service.type === 'media' && (
        <Button
          asLink
          to={`/pack/${service.id}`}
          icon={<Images className="i" aria-hidden="true" />}
        >
          Ver pacote
        </Button>
      )}
      <Button
        variant="danger"
        icon={<Trash2 className="i" aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        Excluir
      </Button>
      <EditService service={service} />
      <DeleteService
        service={service}
        asking={asking}
        onAskingChange={setAsking}
        removing={removing}
        onRemove={remove}
      />
    </section>
  );
}
