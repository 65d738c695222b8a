import type { OwnUser } from '@guilda/contract/users';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { keepPerson } from '../../lib/session.ts';
import { errorText, toast } from '../../ui/toast.ts';
import { photoProblem } from './photo-problem.ts';
import { changesOf, type ProfileValues, profileSchema, valuesOf } from './profile-values.ts';
import { fieldProblems, saveProfile } from './save-profile.ts';

/** The chosen photo and what is wrong with the latest choice. A wrong file is not taken. */
function usePhoto() {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (chosen: File | null) => {
    const found = chosen && photoProblem(chosen);
    setProblem(found);
    if (!found) setFile(chosen);
  };
  return { file, problem, choose, setProblem };
}

type Photo = ReturnType<typeof usePhoto>;

/** Says what went wrong: always as a toast, and beside every field that the refusal speaks of. */
function showFailure(form: UseFormReturn<ProfileValues>, photo: Photo, error: unknown) {
  for (const { field, message } of fieldProblems(error)) {
    if (field === 'photo') photo.setProblem(message);
    else form.setError(field, { message }, { shouldFocus: true });
  }
  const text = errorText(error, 'Ocorreu um erro inesperado.');
  toast({ title: 'Algo deu errado...', text, tone: 'error' });
}

/** Keeps the fields in step with the account while nothing was typed. */
function useFreshValues(form: UseFormReturn<ProfileValues>, user: OwnUser) {
  const { reset } = form;
  const { isDirty } = form.formState;
  const { username, bio, effectPhrase } = user;
  useEffect(() => {
    if (!isDirty) reset(valuesOf({ username, bio, effectPhrase }));
  }, [isDirty, reset, username, bio, effectPhrase]);
}

/** The profile form: only what changed is sent; without a change saving ends silently (`spec §4`). */
export function useProfileForm(user: OwnUser, onSaved: () => void) {
  const queryClient = useQueryClient();
  const photo = usePhoto();
  const form = useForm<ProfileValues>({
    resolver: zodResolver(profileSchema),
    defaultValues: valuesOf(user),
    mode: 'onTouched',
  });
  useFreshValues(form, user);
  const settle = (saved: OwnUser) => {
    form.reset(valuesOf(saved));
    photo.choose(null);
  };
  const save = form.handleSubmit(async (values) => {
    const changes = changesOf(user, values);
    if (Object.keys(changes).length === 0 && !photo.file) return settle(user);
    try {
      const saved = await saveProfile(changes, photo.file);
      keepPerson(saved);
      settle(saved);
      toast({ title: 'Perfil salvo', text: 'Quem abrir seu perfil já vê a mudança.' });
      void queryClient.invalidateQueries();
      onSaved();
    } catch (error) {
      showFailure(form, photo, error);
    }
  });
  const dirty = form.formState.isDirty || photo.file !== null;
  return { form, photo, save, dirty, discard: () => settle(user) };
}
