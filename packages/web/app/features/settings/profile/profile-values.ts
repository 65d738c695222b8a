import { type OwnUser, username } from '@guilda/contract/accounts/users';
import { limits } from '@guilda/contract/limits';
import { z } from '@guilda/contract/schema';
import { optionalText } from '@guilda/contract/text';

/** Schema of the profile form's text fields, with the rules and error texts that the server uses too. */
export const profileSchema = z.object({
  username,
  bio: optionalText(limits.bio),
  effectPhrase: optionalText(limits.effectPhrase),
});
export type ProfileValues = z.output<typeof profileSchema>;

type ProfileFields = Pick<OwnUser, 'username' | 'bio' | 'effectPhrase'>;

/** The form values of a stored profile. */
export function profileValuesOf({ username, bio, effectPhrase }: ProfileFields): ProfileValues {
  return { username, bio: bio ?? '', effectPhrase };
}

type InitialValues = { readonly [Name in keyof ProfileValues]?: ProfileValues[Name] | undefined };

/**
 * The fields that differ from the values the form started from; only these are sent. The account itself may have
 * changed elsewhere in the meantime, and a field that the person did not touch here must not undo that.
 */
export function changedProfileValues(
  initialValues: InitialValues,
  values: ProfileValues,
): Partial<ProfileValues> {
  const names = Object.keys(values) as (keyof ProfileValues)[];
  return Object.fromEntries(
    names
      .filter((name) => values[name] !== initialValues[name])
      .map((name) => [name, values[name]]),
  );
}
