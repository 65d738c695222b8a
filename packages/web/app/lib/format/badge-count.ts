/** Text of a count in a badge, such as unread messages: the number up to 99, `99+` above. */
export const badgeCountText = (count: number): string => (count > 99 ? '99+' : String(count));
