import type { OwnUser } from '@guilda/contract/accounts/users';
import { ApiError } from '@guilda/contract/api-error';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { invalidateAll } from '../../../lib/data/invalidate-all.ts';
import { storeUser } from '../../../lib/session/session.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import {
  changedProfileValues,
  type ProfileValues,
  profileSchema,
  profileValuesOf,
} from './profile-values.ts';
import { fieldErrorsOf, saveProfile } from './save-profile.ts';
import { validatePhoto } from './validate-photo.ts';

/** The chosen photo and the error of the latest choice. An invalid file does not replace the chosen photo. */
function usePhoto() {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (chosenFile: File | null) => {
    const photoProblem = chosenFile && validatePhoto(chosenFile);
    setProblem(photoProblem);
    if (!photoProblem) setFile(chosenFile);
  };
  return { file, problem, choose, setProblem };
}

type Photo = ReturnType<typeof usePhoto>;

/** Shows an error as a toast and at the fields that the error is about. */
function showSaveError(form: UseFormReturn<ProfileValues>, photo: Photo, error: unknown) {
  for (const { field, message } of fieldErrorsOf(error)) {
    if (field === 'photo') photo.setProblem(message);
    else form.setError(field, { message }, { shouldFocus: true });
  }
  const message = error instanceof ApiError ? error.message : '';
  const text = message || 'Ocorreu um erro inesperado.';
  toast({ title: 'Algo deu errado...', text, tone: 'error' });
}

/** Copies changes of the account into the form as long as the person has not edited the form. */
function useSyncFormWithAccount(form: UseFormReturn<ProfileValues>, user: OwnUser) {
  const { reset } = form;
  const { isDirty } = form.formState;
  const { username, bio, effectPhrase } = user;
  useEffect(() => {
    if (!isDirty) reset(profileValuesOf({ username, bio, effectPhrase }));
  }, [isDirty, reset, username, bio, effectPhrase]);
}

/** State of the profile form. Only changed fields are sent; saving without changes sends nothing. */
export function useProfileForm(user: OwnUser, onSaved: () => void) {
  const queryClient = useQueryClient();
  const photo = usePhoto();
  const form = useForm<ProfileValues>({
    resolver: zodResolver(profileSchema),
    defaultValues: profileValuesOf(user),
    mode: 'onTouched',
  });
  useSyncFormWithAccount(form, user);
  const showSaved = (savedUser: OwnUser) => {
    form.reset(profileValuesOf(savedUser));
    photo.choose(null);
  };
  const save = form.handleSubmit(async (values) => {
    const changes = changedProfileValues(form.formState.defaultValues ?? {}, values);
    if (Object.keys(changes).length === 0 && !photo.file) return showSaved(user);
    try {
      const savedUser = await saveProfile(changes, photo.file);
      storeUser(savedUser);
      showSaved(savedUser);
      toast({ title: 'Perfil salvo', text: 'Quem abrir seu perfil já vê a mudança.' });
      void invalidateAll(queryClient);
      onSaved();
    } catch (error) {
      showSaveError(form, photo, error);
    }
  });
  const isDirty = form.formState.isDirty || photo.file !== null;
  return { form, photo, save, isDirty, discard: () => showSaved(user) };
}
