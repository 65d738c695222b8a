const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the text is a UUID in lower case, which is the only spelling that the product uses. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);
