const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the text is a UUID in lower case, the only spelling that Guilda uses. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);
