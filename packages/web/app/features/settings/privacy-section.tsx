import type { OwnUser } from '@guilda/contract/accounts/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Globe from 'lucide-react/icons/globe';
import Lock from 'lucide-react/icons/lock';
import { api } from '../../lib/api/api.ts';
import { invalidateAll } from '../../lib/data/invalidate-all.ts';
import { storeUser } from '../../lib/session/session.ts';
import { toast, toastError } from '../../ui/feedback/toast.ts';
import { ChoiceCards } from '../../ui/forms/choice-cards.tsx';
import { ConsentChoice } from '../consent/index.ts';
import * as section from './settings-section.module.css';
import { SettingsSection } from './settings-section.tsx';

type Privacy = OwnUser['privacy'];

const privacyChoices = [
  {
    value: 'public',
    label: 'Público',
    hint: 'Todo mundo vê seus serviços e suas avaliações.',
    icon: <Globe className="icon" aria-hidden="true" />,
  },
  {
    value: 'private',
    label: 'Privado',
    hint: 'Quem já negociou ou conversou com você vê tudo; as outras pessoas, só nome, foto e selos.',
    icon: <Lock className="icon" aria-hidden="true" />,
  },
] as const;

const savedTexts: Record<Privacy, string> = {
  public: 'Seu perfil agora é público',
  private: 'Seu perfil agora é privado',
};

/**
 * Section to choose who sees the profile (`docs/product/privacy.md`). A choice is shown at once and reverted after a
 * failure.
 */
export function PrivacySection({ user }: { user: OwnUser }) {
  const queryClient = useQueryClient();
  const save = useMutation({
    scope: { id: 'privacy' },
    mutationFn: (privacy: Privacy) => api().users.updateMe({ body: { privacy } }),
    onSuccess: ({ uid, privacy }) => {
      storeUser({ uid, privacy });
      toast({ title: savedTexts[privacy] });
      void invalidateAll(queryClient);
    },
    onError: (error) => toastError(error),
  });
  return (
    <SettingsSection id="privacidade" title="Privacidade">
      <ChoiceCards
        legend="Quem vê seu perfil"
        value={save.isPending ? save.variables : user.privacy}
        onChange={(privacy) => save.mutate(privacy)}
        choices={privacyChoices}
      />
      <div className={section.separated}>
        <ConsentChoice />
      </div>
    </SettingsSection>
  );
}
