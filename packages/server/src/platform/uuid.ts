const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the database reads the text as an id, in the one spelling that ours have. */
export const isUuid = (text: string): boolean => form.test(text);
