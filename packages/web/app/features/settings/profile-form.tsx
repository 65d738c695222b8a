import { limits } from '@guilda/contract/limits';
import type { OwnUser } from '@guilda/contract/users';
import { Button } from '../../ui/button.tsx';
import { PhotoPicker } from '../../ui/photo-picker.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { photoTypes } from './photo-problem.ts';
import { SettingsSection } from './settings-section.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useProfileForm } from './use-profile-form.ts';

interface ProfileFormProps {
  user: OwnUser;
  onSaved: () => void;
}

function TextFields({ form }: Pick<ReturnType<typeof useProfileForm>, 'form'>) {
  const { errors } = form.formState;
  return (
    <>
      <div className="dois">
        <TextInput
          {...form.register('username')}
          label="Nome de usuário"
          hint="Precisa ser único e fica visível para todos."
          max={limits.username.max}
          error={errors.username?.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput
          {...form.register('effectPhrase')}
          label="Frase de efeito"
          note="(opcional)"
          hint="Aparece em destaque no seu perfil."
          max={limits.effectPhrase}
          error={errors.effectPhrase?.message}
          autoComplete="off"
        />
      </div>
      <TextArea
        {...form.register('bio')}
        label="Bio"
        note="(opcional)"
        max={limits.bio}
        error={errors.bio?.message}
      />
    </>
  );
}

/** Photo, username, bio and effect phrase (`spec §2`). */
export function ProfileForm({ user, onSaved }: ProfileFormProps) {
  const { form, photo, save, dirty, discard } = useProfileForm(user, onSaved);
  const { isSubmitting } = form.formState;
  return (
    <SettingsSection id="perfil" title="Perfil">
      <form noValidate onSubmit={save}>
        <PhotoPicker
          label="Foto de perfil"
          hint="JPG, PNG, GIF ou WebP, até 10 MB."
          accept={photoTypes.join(',')}
          file={photo.file}
          currentUrl={user.photoURL}
          error={photo.problem ?? undefined}
          onChange={photo.choose}
        />
        <TextFields form={form} />
        <div className="row conf-b">
          {dirty && !isSubmitting && (
            <Button variant="ghost" onClick={discard}>
              Descartar
            </Button>
          )}
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Salvar
          </Button>
        </div>
      </form>
      <UnsavedGuard dirty={dirty} />
    </SettingsSection>
  );
}
