import type { OwnUser } from '@guilda/contract/accounts/users';
import { limits } from '@guilda/contract/limits';
import type { MouseEvent } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { PhotoPicker } from '../../../ui/forms/photo-picker.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { UnsavedChangesGuard } from '../../../ui/overlays/unsaved-changes-guard.tsx';
import * as section from '../settings-section.module.css';
import { SettingsSection } from '../settings-section.tsx';
import * as styles from './profile-form.module.css';
import { useProfileForm } from './use-profile-form.ts';
import { photoTypes } from './validate-photo.ts';

interface ProfileFormProps {
  user: OwnUser;
  onSaved: () => void;
}

function TextFields({ form }: Pick<ReturnType<typeof useProfileForm>, 'form'>) {
  // The saved profile replaces the values of the fields, so text typed in the meantime would be lost.
  const { errors, isSubmitting: readOnly } = form.formState;
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          {...form.register('username')}
          label="Nome de usuário"
          hint="Precisa ser único e fica visível para todos."
          max={limits.username.max}
          readOnly={readOnly}
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
          readOnly={readOnly}
          error={errors.effectPhrase?.message}
          autoComplete="off"
        />
      </div>
      <TextArea
        {...form.register('bio')}
        label="Bio"
        note="(opcional)"
        max={limits.bio}
        readOnly={readOnly}
        error={errors.bio?.message}
      />
    </>
  );
}

/** Form for photo, username, bio and effect phrase. */
export function ProfileForm({ user, onSaved }: ProfileFormProps) {
  const { form, photo, save, isDirty, discard } = useProfileForm(user, onSaved);
  const { isSubmitting } = form.formState;
  const discardChanges = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button disappears, so the focus moves to the neighbouring one.
    currentTarget.parentElement?.querySelector<HTMLElement>('[type="submit"]')?.focus();
    discard();
  };
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
          disabled={isSubmitting}
          onChange={photo.choose}
        />
        <TextFields form={form} />
        <div className={`row ${section.buttons}`}>
          {isDirty && !isSubmitting && (
            <Button variant="ghost" onClick={discardChanges}>
              Descartar
            </Button>
          )}
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Salvar
          </Button>
        </div>
      </form>
      <UnsavedChangesGuard dirty={isDirty} text="As mudanças no seu perfil serão perdidas." />
    </SettingsSection>
  );
}
